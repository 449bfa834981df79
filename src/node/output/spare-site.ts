/**
 * Keeps the replaced site for the next build, in which most of its files are those of the new site again. In a small rebuild of a
 * large site, linking or removing every file would take longer than any other step.
 */

import fs from 'node:fs';
import path from 'node:path';
import { createNewCheck } from '../base/files/like-new.ts';
import { MARKER } from '../base/marker.ts';
import { foldersIn } from '../base/output-paths.ts';
import { createPause } from '../base/pause.ts';
import { listSpareSites } from '../store/entry-files.ts';
import { disk } from '../store/observe-reads.ts';
import { removeEmptyFolders, removeFiles } from './in-place-files.ts';
import { removeFolder } from './remove-folder.ts';

/** Age in milliseconds after which a site is removed. Its output may be gone since, and then the site takes space on the disk. */
const STALE = 30 * 24 * 3_600_000;

/** An earlier site in the folder of the new one. Files are overwritten only by replacing them, see `base/files/make-room.ts`. */
export interface SpareSite {
  /** Removes the files and folders that the new site does not have. */
  removeUnused(paths: string[]): Promise<void>;
  /**
   * Moves the folder back after a failure. Returns false if that is not possible.
   *
   * @param foreign top-level entries that are not of the site; they are removed
   */
  putBack(foreign: string[]): boolean;
}

/**
 * Moves the spare site to `target`. A site with other entries than files and ordinary folders cannot be used. It is removed, because
 * while it exists, each file of the output has a second link.
 *
 * @param spare absolute path of the spare site
 * @param target absolute path; nothing may exist there
 * @returns undefined if no usable site was found
 */
export async function takeSpareSite(spare: string, target: string): Promise<SpareSite | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    fs.renameSync(spare, target);
  } catch {
    // No site is kept, or the cache is on another disk.
    return undefined;
  }
  const entries = await listEntries(target).catch(() => undefined);
  if (!entries) {
    fs.renameSync(target, spare);
    // An entry of another user may remain. It does no harm there.
    await removeFolder(spare).catch(() => undefined);
    return undefined;
  }
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
    putBack(foreign) {
      try {
        moveSite(target, spare, foreign);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/**
 * Moves a replaced site to `spare`, and removes other sites that have not been used for a month.
 *
 * @param foreign top-level entries that are not of the site
 * @returns false if that is not possible; then the caller must remove the folder
 */
export async function keepSpareSite(folder: string, spare: string, foreign: string[]): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  try {
    if (!createNewCheck(0o777)(disk.lstat(folder))) return false;
    await removeFolder(spare);
    moveSite(folder, spare, foreign);
    for (const other of listSpareSites(path.dirname(spare)))
      if (other !== spare && disk.lstat(other).ctimeMs < Date.now() - STALE) await removeFolder(other);
    return true;
  } catch {
    // There was no site, or the cache is on another disk.
    return false;
  }
}

function moveSite(from: string, to: string, foreign: string[]): void {
  for (const name of foreign) fs.rmSync(path.join(from, name), { recursive: true, force: true });
  fs.renameSync(from, to);
}

/** Paths below a folder, relative with forward slashes. */
interface Entries {
  files: string[];
  folders: string[];
}

/**
 * Lists a site. Returns undefined if the site cannot be used:
 * - It has a symbolic link or a special file, or a folder whose owner or mode is not that of a new folder.
 * - Its disk ignores letter case, as a disk of Windows does. A new file could then get the name of an old one.
 */
async function listEntries(root: string): Promise<Entries | undefined> {
  if (fs.existsSync(path.join(root, MARKER.toUpperCase()))) return undefined;
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
