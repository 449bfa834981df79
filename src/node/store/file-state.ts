/** States of files and folders, to detect changes without reading contents. */
import type fs from 'node:fs';
import path from 'node:path';
import { hasCode } from '../base/files/error-code.ts';
import { PACKAGES } from '../base/files/paths.ts';
import { disk } from './observe-reads.ts';

/** Returns the metadata of a file, not of the target of a link. Returns undefined if nothing has the path. */
export function lstatIfThere(file: string): fs.BigIntStats | undefined {
  try {
    return disk.lstat(file, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    // A parent of the path is a file.
    if (hasCode(error, 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** Longest step of the clock of a file system, in milliseconds: two changes within one step may have the same time. */
export const CLOCK_STEP = 30;

/** The same, for file systems that store whole seconds, or every other second. */
const COARSE_CLOCK_STEP = 2000;

/**
 * Returns true if a file that changes at the moment, or later, gets another time than this one.
 *
 * @param time when the file changed, in nanoseconds since the epoch
 * @param moment in milliseconds since the epoch
 */
export function isBefore(time: bigint, moment: number): boolean {
  const step = time % 1_000_000_000n === 0n ? COARSE_CLOCK_STEP : CLOCK_STEP;
  return time <= BigInt(moment - step) * 1_000_000n;
}

/**
 * Returns the names in a folder that can resolve to a module, with the targets of symbolic links. Returns `''` for a missing
 * folder.
 *
 * Most subfolders are left out, because an import that resolves to a file never resolves to a new folder. Dependencies therefore
 * contain only these names.
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
 * Lists the folders that affect how imports of a file are resolved, from the folder of the file upwards. The last one is the
 * project root or, for packages elsewhere, the folder that contains the outermost `node_modules`.
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
