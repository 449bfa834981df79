import fs from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { disk } from '../store/observe-reads.ts';

/**
 * Removes a folder and all below it; one that is not there is none. Half of what `rm` costs, which looks at each entry and tries
 * each folder before it is empty. What does not go so is left to `rm`, with its error.
 */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await empty(folder);
    fs.rmdirSync(folder);
  } catch {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Entries of a folder that are removed without a pause. */
const AT_ONCE = 1000;

async function empty(folder: string): Promise<void> {
  // Signals are heard between.
  await nextTurn();
  // Behind a link lies what is not to be removed; one may have come since its folder was read.
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
