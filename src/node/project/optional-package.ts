import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Site } from './config/types.ts';

/**
 * Loads a package by its file path, because some packages hide their files from Node's `require`. Returns undefined if
 * the package is not installed.
 */
export function loadOptional(name: string, file: string, site: Site): unknown {
  const found = findOptional(name, file, site);
  return found && createRequire(found)(found);
}

/** Returns undefined if the package is not installed, or if its `package.json` has no version. */
export function installedVersion(name: string, site: Site): string | undefined {
  const found = findOptional(name, 'package.json', site);
  try {
    return found && (JSON.parse(fs.readFileSync(found, 'utf8')) as { version?: string }).version;
  } catch {
    // The file is damaged; the code that runs the package reports it.
    return undefined;
  }
}

export function installedFolder(name: string, site: Site): string | undefined {
  const found = findOptional(name, 'package.json', site);
  return found && path.dirname(found);
}

/** Returns the absolute path of a file in the package, resolved from the site's folder or else from the project's. */
function findOptional(name: string, file: string, { root, projectRoot }: Site): string | undefined {
  const folders = [root, projectRoot].flatMap(
    (folder) => createRequire(path.join(folder, 'package.json')).resolve.paths(name) ?? [],
  );
  return folders.map((modules) => path.join(modules, name, file)).find((candidate) => fs.existsSync(candidate));
}
