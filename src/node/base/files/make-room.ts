import fs from 'node:fs';
import path from 'node:path';
import { hasCode } from '../errors.ts';
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

/**
 * Existing files may be hard-linked to the last output, so they are not overwritten. Throws `error` if nothing can be
 * removed.
 */
export function makeRoom(target: string, error: unknown): void {
  if (!hasCode(error, 'EEXIST')) throw error;
  try {
    fs.rmSync(target, { recursive: true });
  } catch {
    throw error;
  }
}

/** Removes what is in its place, see {@link makeRoom}. */
export function createAnew(target: string, create: () => void): void {
  try {
    create();
  } catch (error) {
    makeRoom(target, error);
    create();
  }
}
