import fs from 'node:fs';
import path from 'node:path';
import { createLru } from '../lru.ts';

/** Number of folders to remember. Few are enough, because consecutive files usually share a folder. */
const KNOWN_FOLDERS = 64;

export function createFolderMaker(): (folder: string) => void {
  const known = createLru<true>(KNOWN_FOLDERS);
  return (folder) => {
    if (known.get(folder)) return;
    fs.mkdirSync(folder, { recursive: true });
    known.set(folder, true);
    known.set(path.dirname(folder), true);
  };
}
