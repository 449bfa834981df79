import fs from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createNewCheck } from '../base/files/like-new.ts';
import { createPause } from '../base/pause.ts';
import { disk } from '../store/observe-reads.ts';

/**
 * Removes a folder with its content, if it exists. Takes half the time of `rm`, which stats every entry and tries to remove each
 * folder before it is empty. If an entry cannot be removed this way, `rm` takes over and reports the error.
 */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await emptyFolder(folder);
    fs.rmdirSync(folder);
  } catch {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Removes the files in a folder, and its folders except those in `kept` that have the owner and mode of a new folder.
 *
 * @param kept relative paths with forward slashes
 */
export async function emptyFolder(root: string, kept: ReadonlySet<string> = new Set()): Promise<void> {
  const isLikeNew = createNewCheck(0o777);
  const pause = createPause();
  const empty = async (name: string): Promise<void> => {
    const folder = path.join(root, name);
    await pause();
    const stats = disk.lstat(folder);
    // The target of a symbolic link must not be removed. A link may have replaced the folder since its parent was read.
    if (!stats.isDirectory()) throw new Error('No folder');
    for (const entry of disk.readdir(folder, { withFileTypes: true })) {
      await pause();
      if (entry.isDirectory()) await empty(name === '' ? entry.name : `${name}/${entry.name}`);
      else fs.unlinkSync(path.join(folder, entry.name));
    }
    if (name !== '' && !(kept.has(name) && isLikeNew(stats))) fs.rmdirSync(folder);
  };
  await empty('');
}
