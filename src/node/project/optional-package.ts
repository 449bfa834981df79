/** Packages that a project installs for what few sites have. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Site } from './config/types.ts';

/**
 * A module of a package that a project may have installed. It is named by its file, since some packages tell Node's `require`
 * of none.
 *
 * @param file path in the package
 * @returns undefined when the package is not installed
 */
export function loadOptional(name: string, file: string, site: Site): unknown {
  const found = findOptional(name, file, site);
  return found && createRequire(found)(found);
}

/** Version of a package that the project has installed; undefined when it is not, or when its `package.json` has none. */
export function installedVersion(name: string, site: Site): string | undefined {
  const found = findOptional(name, 'package.json', site);
  try {
    return found && (JSON.parse(fs.readFileSync(found, 'utf8')) as { version?: string }).version;
  } catch {
    // The file is damaged: whoever runs the package reports it.
    return undefined;
  }
}

/** Absolute path of a file in the package that is found from the site's folder, else from the project's. */
function findOptional(name: string, file: string, { root, projectRoot }: Site): string | undefined {
  const folders = [root, projectRoot].flatMap(
    (folder) => createRequire(path.join(folder, 'package.json')).resolve.paths(name) ?? [],
  );
  return folders.map((modules) => path.join(modules, name, file)).find((candidate) => fs.existsSync(candidate));
}
