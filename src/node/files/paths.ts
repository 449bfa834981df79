/** Paths of the system, and as they are shown and compared: nobody else turns or compares separators. */
import path from 'node:path';

/** A path with forward slashes, whatever the system's separator. */
export function toPosix(filePath: string): string {
  return path.sep === '/' ? filePath : filePath.replaceAll(path.sep, '/');
}

/** Path of a file relative to a folder, with forward slashes. */
export function relativePath(folder: string, filePath: string): string {
  return toPosix(path.relative(folder, filePath));
}

/** True when `filePath` is `folder`, which is absolute, or lies below it. What is no path, such as a bundle's own text, lies nowhere. */
export function isInside(folder: string, filePath: string): boolean {
  if (!path.isAbsolute(filePath)) return false;
  const relative = path.relative(folder, filePath);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** A path as shown to the author: relative to `root` with forward slashes, or absolute when it lies outside. */
export function shownPath(root: string, filePath: string): string {
  return isInside(root, filePath) ? relativePath(root, filePath) || '.' : filePath;
}
