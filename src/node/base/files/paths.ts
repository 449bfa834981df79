/** Paths of the system, and as they are shown and compared: nobody else turns or compares separators. */
import path, { type PlatformPath } from 'node:path';

/** A path with forward slashes, whatever the separator of its `system`: by default, the one that runs. */
export function toPosix(filePath: string, system: PlatformPath = path): string {
  return system.sep === '/' ? filePath : filePath.replaceAll(system.sep, '/');
}

/** Path of a file relative to a folder, with forward slashes. */
export function relativePath(folder: string, filePath: string, system: PlatformPath = path): string {
  return toPosix(system.relative(folder, filePath), system);
}

/** True when `filePath` is `folder`, which is absolute, or lies below it. What is no path, such as a bundle's own text, lies nowhere. */
export function isInside(folder: string, filePath: string, system: PlatformPath = path): boolean {
  if (!system.isAbsolute(filePath)) return false;
  const relative = system.relative(folder, filePath);
  return relative !== '..' && !relative.startsWith(`..${system.sep}`) && !system.isAbsolute(relative);
}

/** A path as shown to the author: relative to `root` with forward slashes, or absolute when it lies outside. */
export function shownPath(root: string, filePath: string, system: PlatformPath = path): string {
  return isInside(root, filePath, system) ? relativePath(root, filePath, system) || '.' : filePath;
}

/** What stands in the path of every file of an installed package. */
export const PACKAGES: string = `${path.sep}node_modules${path.sep}`;

/** True for a file of an installed package. */
export function isOfPackage(filePath: string): boolean {
  return filePath.includes(PACKAGES);
}
