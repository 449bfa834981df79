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
export function loadOptional(name: string, file: string, { root, projectRoot }: Site): unknown {
  for (const folder of [root, projectRoot]) {
    const require = createRequire(path.join(folder, 'package.json'));
    const found = (require.resolve.paths(name) ?? [])
      .map((modules) => path.join(modules, name, file))
      .find((candidate) => fs.existsSync(candidate));
    if (found) return require(found);
  }
  return undefined;
}
