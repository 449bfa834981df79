import path, { type PlatformPath } from 'node:path';

/** Returns a path with forward slashes. By default, `system` is the platform of this process. */
export function toPosix(filePath: string, system: PlatformPath = path): string {
  return system.sep === '/' ? filePath : filePath.replaceAll(system.sep, '/');
}

export function relativePath(folder: string, filePath: string, system: PlatformPath = path): string {
  return toPosix(system.relative(folder, filePath), system);
}

/** Returns true if `filePath` equals or is inside the absolute folder `folder`. Returns false if `filePath` is not absolute. */
export function isInside(folder: string, filePath: string, system: PlatformPath = path): boolean {
  if (!system.isAbsolute(filePath)) return false;
  const relative = system.relative(folder, filePath);
  return relative !== '..' && !relative.startsWith(`..${system.sep}`) && !system.isAbsolute(relative);
}

/** Returns a path for messages: relative to `root` with forward slashes, or absolute for a file outside `root`. */
export function shownPath(root: string, filePath: string, system: PlatformPath = path): string {
  return isInside(root, filePath, system) ? relativePath(root, filePath, system) || '.' : filePath;
}

/** Segment that the paths of all files of installed packages contain. */
export const PACKAGES: string = `${path.sep}node_modules${path.sep}`;

export function isOfPackage(filePath: string): boolean {
  return filePath.includes(PACKAGES);
}

/** Returns the folder that contains all matches of a pattern: the part up to the last slash before the first special character. */
export function globFolder(pattern: string): string {
  const plain = /^[^*?{}[\]()!+@]*/.exec(pattern)?.[0] ?? '';
  return path.posix.dirname(`${plain}x`);
}
