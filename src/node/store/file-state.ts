/** What files and folders are like, as far as it decides whether they are still what they were. */
import fs from 'node:fs';
import path from 'node:path';
import { PACKAGES } from '../base/files/paths.ts';
import { disk } from './observe-reads.ts';

/** What a file is like without reading it, and when it last changed; undefined when it is not there. */
export function readState(file: string): { state: string; changed: bigint } | undefined {
  const stats = fs.statSync(file, { bigint: true, throwIfNoEntry: false });
  if (!stats) return undefined;
  const { size, ino, mtimeNs, ctimeNs } = stats;
  // The time of modification can be set, as npm does for all files of a package; that of the change cannot.
  return { state: [size, ino, mtimeNs, ctimeNs].join(' '), changed: mtimeNs > ctimeNs ? mtimeNs : ctimeNs };
}

/**
 * Names in a folder by which a module could be found, with the targets of links; empty for none. Other folders do not
 * count: no import that led to a file leads to one that comes. So who observes a build is told of these names, not of all.
 */
export function readModuleNames(folder: string): string {
  const isOfPackages = /[\\/]node_modules([\\/]@[^\\/]+)?$/.test(folder);
  try {
    return disk
      .readdir(folder, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.'))
      .filter((entry) => isOfPackages || !entry.isDirectory() || entry.name === 'node_modules')
      .map((entry) =>
        entry.isSymbolicLink() ? `${entry.name}>${disk.readlink(path.join(folder, entry.name))}` : entry.name,
      )
      .sort()
      .join('/');
  } catch {
    return '';
  }
}

/**
 * Folders that decide what an import of a file leads to, from its own upwards: up to the project's, and for packages
 * elsewhere up to the one that has the outermost `node_modules`.
 */
export function upwards(file: string, projectRoot: string): string[] {
  const folders: string[] = [];
  const isInside = file.startsWith(projectRoot + path.sep);
  const packages = file.indexOf(PACKAGES);
  const end = isInside ? projectRoot : packages < 0 ? path.dirname(file) : file.slice(0, packages);
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    folders.push(folder);
    if (folder === end || folder === path.dirname(folder)) return folders;
  }
}
