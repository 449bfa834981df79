import fs from 'node:fs';
import path from 'node:path';
import { createLru } from '../lru.ts';
import { hasCode } from './error-code.ts';

/** Number of folders to remember. Few are enough, because consecutive files usually share a folder. */
const KNOWN_FOLDERS = 64;

/**
 * Creates a function that creates a folder and its parents.
 *
 * @param options.replaces true to remove a file with the name of a folder, for example in the folder of a new site that contains
 * files of an earlier one. Default: false, the error is thrown
 */
export function createFolderMaker({ replaces = false } = {}): (folder: string) => void {
  const known = createLru<true>(KNOWN_FOLDERS);
  return (folder) => {
    if (known.get(folder)) return;
    try {
      fs.mkdirSync(folder, { recursive: true });
    } catch (error) {
      if (!replaces || !hasCode(error, 'EEXIST', 'ENOTDIR')) throw error;
      removeFileAbove(folder);
      fs.mkdirSync(folder, { recursive: true });
    }
    known.set(folder, true);
    known.set(path.dirname(folder), true);
  };
}

/** Removes the file that has the name of a folder, or of one of its parents. */
function removeFileAbove(folder: string): void {
  let nearest = folder;
  while (isMissing(nearest)) nearest = path.dirname(nearest);
  try {
    fs.unlinkSync(nearest);
  } catch (error) {
    // Another worker has just removed the file, or created the folder.
    if (!hasCode(error, 'ENOENT', 'EISDIR', 'EPERM')) throw error;
  }
}

/** Returns true for a path below a file too. */
function isMissing(name: string): boolean {
  try {
    fs.lstatSync(name);
    return false;
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error;
    return true;
  }
}
