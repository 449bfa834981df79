/**
 * Reuses the folders of a replaced site for the next one. In a small rebuild of a large site, creating and removing a folder for
 * each page would take longer than any other step. Meanwhile, the folders are in the cache, without files.
 */

import fs from 'node:fs';
import path from 'node:path';
import { createNewCheck } from '../base/files/like-new.ts';
import { foldersIn } from '../base/output-paths.ts';
import { createPause } from '../base/pause.ts';
import { disk } from '../store/observe-reads.ts';
import { removeEmptyFolders } from './in-place-files.ts';
import { emptyFolder, removeFolder } from './remove-folder.ts';

/** A folder that differs from a new one in letter case only would keep its old name. Disks of other systems do not distinguish case. */
const isCaseSensitive = process.platform === 'linux';

/** Folders that are moved to the place of the new site. */
export interface SpareFolders {
  /** Removes the folders that the new site does not need. */
  removeUnused(paths: string[]): Promise<void>;
}

/**
 * Moves the spare folders to `target`, which must not exist. Returns undefined if there are none, or if they contain anything
 * other than folders; then they are left to {@link keepSpareFolders}, which removes them.
 *
 * @param spare absolute path
 */
export async function takeSpareFolders(spare: string, target: string): Promise<SpareFolders | undefined> {
  if (!isCaseSensitive) return undefined;
  let folders: string[] | undefined;
  try {
    const stats = disk.lstat(spare);
    // The folder may have been replaced, for example by a symbolic link to a folder of the author.
    folders = stats.isDirectory() && createNewCheck(0o777)(stats) ? await listFolders(spare) : undefined;
    if (folders) fs.renameSync(spare, target);
  } catch {
    // There are none, they cannot be read, or they are on another disk.
    return undefined;
  }
  return (
    folders && {
      async removeUnused(paths) {
        const used = foldersIn(paths);
        const unused = folders.filter((folder) => !used.has(folder));
        await removeEmptyFolders(unused.map((folder) => path.join(target, folder)));
      },
    }
  );
}

/**
 * Removes the files of a replaced site, and moves its folders to `spare`. Folders that the new site does not have are removed.
 *
 * @param paths output paths of the new site
 * @returns false if that is not possible; then the caller must remove what is left of the folder
 */
export async function keepSpareFolders(folder: string, spare: string, paths: string[]): Promise<boolean> {
  if (!isCaseSensitive) return false;
  try {
    await removeFolder(spare);
    await emptyFolder(folder, foldersIn(paths));
    fs.renameSync(folder, spare);
    return true;
  } catch {
    // There was no site, or the cache is on another disk.
    return false;
  }
}

/** Lists the folders in a folder. Returns undefined if there is anything else. */
async function listFolders(root: string): Promise<string[] | undefined> {
  const folders = [''];
  const pause = createPause();
  // The loop visits the folders that it adds.
  for (const folder of folders) {
    await pause();
    for (const entry of disk.readdir(path.join(root, folder), { withFileTypes: true })) {
      if (!entry.isDirectory()) return undefined;
      folders.push(folder === '' ? entry.name : `${folder}/${entry.name}`);
    }
  }
  return folders.slice(1);
}
