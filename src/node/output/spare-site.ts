/**
 * Keeps the replaced site for the next build, in which most of its files are those of the new site again. In a small rebuild of a
 * large site, linking or removing every file would take longer than any other step.
 */

import fs from 'node:fs';
import path from 'node:path';
import { createNewCheck } from '../base/files/like-new.ts';
import { foldersIn } from '../base/output-paths.ts';
import { createPause } from '../base/pause.ts';
import { disk } from '../store/observe-reads.ts';
import { removeEmptyFolders, removeFiles } from './in-place-files.ts';
import { removeFolder } from './remove-folder.ts';

/** An earlier site in the folder of the new one. Files are overwritten only by replacing them, see `base/files/make-room.ts`. */
export interface SpareSite {
  /** Removes the files and folders that the new site does not have. */
  removeUnused(paths: string[]): Promise<void>;
  /** Moves the folder back after a failure, whatever it contains. Returns false if that is not possible. */
  putBack(): boolean;
}

/**
 * Moves the spare site to `target`, which must not exist. Returns undefined if there is none, or if it contains anything but files,
 * and folders that are like new ones. Then it is left to {@link keepSpareSite}, which removes it.
 *
 * @param spare absolute path
 */
export async function takeSpareSite(spare: string, target: string): Promise<SpareSite | undefined> {
  if (process.platform !== 'linux') return undefined;
  let entries: Entries | undefined;
  try {
    entries = isCaseSensitive(spare) ? await listEntries(spare) : undefined;
    if (entries) fs.renameSync(spare, target);
  } catch {
    // There is none, it cannot be read, or it is on another disk.
    return undefined;
  }
  if (!entries) return undefined;
  const { files, folders } = entries;
  return {
    async removeUnused(paths) {
      const [usedFiles, usedFolders] = [new Set(paths), foldersIn(paths)];
      // A file may have been replaced by a folder.
      await removeFiles(
        target,
        files.filter((file) => !usedFiles.has(file) && !usedFolders.has(file)),
      );
      const unused = folders.filter((folder) => !usedFolders.has(folder));
      await removeEmptyFolders(unused.map((folder) => path.join(target, folder)));
    },
    putBack() {
      try {
        fs.renameSync(target, spare);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/**
 * Moves a replaced site to `spare`.
 *
 * @param foreign top-level entries that are not of the site
 * @returns false if that is not possible; then the caller must remove the folder
 */
export async function keepSpareSite(folder: string, spare: string, foreign: string[]): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  try {
    await removeFolder(spare);
    for (const name of foreign) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
    fs.renameSync(folder, spare);
    return true;
  } catch {
    // There was no site, or the cache is on another disk.
    return false;
  }
}

/**
 * Returns whether names that differ in letter case are different names. Otherwise a new file could get the name of an old one.
 * Linux has disks of Windows too.
 */
function isCaseSensitive(existing: string): boolean {
  return !fs.existsSync(path.join(path.dirname(existing), path.basename(existing).toUpperCase()));
}

/** Paths below a folder, relative with forward slashes. */
interface Entries {
  files: string[];
  folders: string[];
}

/** Lists a folder. Returns undefined if it contains anything but files, or a folder with another owner or mode than a new one. */
async function listEntries(root: string): Promise<Entries | undefined> {
  const files: string[] = [];
  const folders = [''];
  const pause = createPause();
  const isLikeNew = createNewCheck(0o777);
  // The loop visits the folders that it adds.
  for (const folder of folders) {
    await pause();
    const full = path.join(root, folder);
    const stats = disk.lstat(full);
    // The folder may have been replaced, for example by a symbolic link to a folder of the author.
    if (!stats.isDirectory() || !isLikeNew(stats)) return undefined;
    for (const entry of disk.readdir(full, { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(name);
      else if (entry.isFile()) files.push(name);
      else return undefined;
    }
  }
  return { files, folders: folders.slice(1) };
}
