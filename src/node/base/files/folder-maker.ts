import fs from 'node:fs';
import path from 'node:path';
import { createLru } from '../lru.ts';
import { hasCode } from './error-code.ts';

/** Number of folders to remember. Few are enough, because consecutive files usually share a folder. */
const KNOWN_FOLDERS = 64;

/** Creates a function that creates a folder and its parents. */
export function createFolderMaker(): (folder: string) => void {
  const known = createLru<true>(KNOWN_FOLDERS);
  return (folder) => {
    if (known.get(folder)) return;
    const around = path.dirname(folder);
    if (known.get(around)) makeOne(folder);
    else fs.mkdirSync(folder, { recursive: true });
    known.set(folder, true);
    known.set(around, true);
  };
}

/** Creates a single folder, at a tenth of the cost of a recursive call. */
function makeOne(folder: string): void {
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}
