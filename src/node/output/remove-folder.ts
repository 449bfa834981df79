import fs from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { disk } from '../store/observe-reads.ts';

/**
 * Removes a folder with its content, if it exists. Takes half the time of `rm`, which stats every entry and tries to remove each
 * folder before it is empty. If an entry cannot be removed this way, `rm` takes over and reports the error.
 */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await empty(folder);
    fs.rmdirSync(folder);
  } catch {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Number of entries of a folder that are removed before other events are handled. */
const AT_ONCE = 1000;

async function empty(folder: string): Promise<void> {
  // Lets the process handle signals in between.
  await nextTurn();
  // The target of a symbolic link must not be removed. A link may have replaced the folder since its parent was read.
  if (!disk.lstat(folder).isDirectory()) throw new Error('No folder');
  for (const [index, entry] of disk.readdir(folder, { withFileTypes: true }).entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await nextTurn();
    const file = path.join(folder, entry.name);
    if (!entry.isDirectory()) fs.unlinkSync(file);
    else {
      await empty(file);
      fs.rmdirSync(file);
    }
  }
}
