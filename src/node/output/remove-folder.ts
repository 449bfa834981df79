import fs from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createPause } from '../base/pause.ts';

/**
 * Takes half the time of `rm`, which stats every entry. If an entry cannot be removed this way, `rm` takes over and
 * reports the error.
 */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await emptyFolder(folder);
    fs.rmdirSync(folder);
  } catch {
    await rm(folder, { recursive: true, force: true });
  }
}

async function emptyFolder(root: string): Promise<void> {
  const pause = createPause();
  const empty = async (folder: string): Promise<void> => {
    await pause();
    // The target of a symbolic link must not be removed. A link may have replaced the folder since its parent was read.
    if (!fs.lstatSync(folder).isDirectory()) throw new Error('No folder');
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      await pause();
      const name = path.join(folder, entry.name);
      if (entry.isDirectory()) await empty(name);
      else fs.unlinkSync(name);
    }
    if (folder !== root) fs.rmdirSync(folder);
  };
  await empty(root);
}
