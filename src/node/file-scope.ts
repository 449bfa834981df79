import fs from 'node:fs';
import path from 'node:path';
import type { Site } from './config/types.ts';
import { isInside, isOfPackage, PACKAGES } from './files/paths.ts';

/** How to mend it, for whatever refers to a file that may not be used. */
export const OUTSIDE_NOTE =
  'Only files of the project, of its workspace and of installed packages can be used: move the file there, or name its folder in `resolve.allow` of the config';

/** How a file is referred to. */
export interface FileRequest {
  /** As it is written: a path or the name of a package's file. */
  specifier: string;
  /** Absolute folder that it is relative to. */
  folder: string;
  /** What it leads to; absolute, real path. */
  filePath: string;
}

/**
 * The folder through which the site may use a file (absolute, real path): the project's, its workspace's, or one that the
 * configuration names; undefined outside of them all.
 */
export function fileRootOf(filePath: string, { projectRoot, allowed = [] }: Site): string | undefined {
  return [projectRoot, ...allowed].find((root) => isInside(root, filePath));
}

/** True for a file of the site that is no part of an installed package: what it refers to is held to the rule. */
export function isHeld(filePath: string, site: Site): boolean {
  return path.isAbsolute(filePath) && !isOfPackage(filePath) && fileRootOf(filePath, site) !== undefined;
}

/** True when the site may use the file: it is the site's own, or is reached through a folder `node_modules`, links included. */
export function mayUse({ specifier, folder, filePath }: FileRequest, site: Site): boolean {
  return (
    fileRootOf(filePath, site) !== undefined ||
    isInPackages(filePath, folder, site) ||
    isInPackages(path.resolve(folder, specifier), folder, site) ||
    isPackage(specifier, folder)
  );
}

/** True for a path in a `node_modules` that Node would look into from the folder, or in one of the site's own. */
export function isInPackages(filePath: string, folder: string, site: Site): boolean {
  const end = filePath.indexOf(PACKAGES);
  if (end < 0) return false;
  const home = filePath.slice(0, end) || path.sep;
  return isInside(home, folder) || fileRootOf(home, site) !== undefined;
}

/** Path of an installed file below its `node_modules`, with the package's name; undefined for others. */
export function pathInPackage(filePath: string): string | undefined {
  return isOfPackage(filePath) ? filePath.split(PACKAGES).at(-1) : undefined;
}

/** True for the name of an installed package or of a file in it. */
function isPackage(specifier: string, folder: string): boolean {
  const segments = specifier.split(/[\\/]/);
  const name = segments.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
  if (/^(?:[./\\#]|$)/.test(name) || segments.includes('..')) return false;
  const isInstalled = (dir: string): boolean =>
    fs.existsSync(path.join(dir, 'node_modules', name)) ||
    (dir !== path.dirname(dir) && isInstalled(path.dirname(dir)));
  return isInstalled(folder);
}
