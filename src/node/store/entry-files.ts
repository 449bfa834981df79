/** Files of the cache: where they lie, how each comes as a whole, and how many bytes of them stay. */

import fs from 'node:fs';
import path from 'node:path';
import { temporaryName } from '../base/files/temporary-name.ts';

/** Whose cache it is. */
export interface CachePlace {
  /** Folder of the project: the cache lies in its `node_modules`; without one nothing is kept. */
  projectRoot: string;
  /** Folder of the cache instead. */
  cacheDir?: string | undefined;
  /** Bytes that the files may have together; beyond, the oldest go. */
  most?: number | undefined;
}

/** A site of 10,000 pages has 800 MB, most of it what its output is made of, which may have half. */
export const MOST_BYTES = 2e9;

/** What a build that was killed has left is removed after that time, in milliseconds. */
const STALE = 3_600_000;

/** Folder of the cache: that of the configuration, else one in the `node_modules` of the project. */
export function cacheFolder(projectRoot: string, cacheDir?: string): string {
  return cacheDir ?? path.join(projectRoot, 'node_modules/.cache/cascader-docs');
}

/** Files in a folder, with their sizes, the oldest first; none where there is no folder. */
export function listEntries(folder: string): { file: string; bytes: number; time: number }[] {
  return list(folder, (name) => name.endsWith('.bin'));
}

/** Files that are being written, or that nobody will ever end. */
export function listUnfinished(folder: string): { file: string; bytes: number; time: number }[] {
  return list(folder, (name) => /\.bin\.[0-9a-f-]{36}(?:\.tmp)?$/.test(name));
}

function list(folder: string, isWanted: (name: string) => boolean): { file: string; bytes: number; time: number }[] {
  try {
    return fs
      .readdirSync(folder)
      .filter(isWanted)
      .map((name) => {
        const file = path.join(folder, name);
        const { size, mtimeMs } = fs.statSync(file);
        return { file, bytes: size, time: mtimeMs };
      })
      .sort((a, b) => a.time - b.time || a.file.localeCompare(b.file, 'en'));
  } catch {
    // There is none, or another build has just removed a file.
    return [];
  }
}

/** A file of the cache that is being written, under a temporary name. */
export interface UnfinishedEntry {
  /** Descriptor of the open file. */
  file: number;
  /** Gives the file its name, so that readers find all of it, and evicts the oldest files. Returns its path. */
  finish(): string;
  /** Removes the file. */
  abandon(): void;
}

/**
 * Opens a new file of the cache. Returns undefined if there is neither a `node_modules` nor a folder of the configuration; throws
 * if the file cannot be written.
 */
export function beginEntry(
  { projectRoot, cacheDir, most = MOST_BYTES }: CachePlace,
  name: string,
): UnfinishedEntry | undefined {
  if (cacheDir === undefined && !fs.existsSync(path.join(projectRoot, 'node_modules'))) return undefined;
  const folder = cacheFolder(projectRoot, cacheDir);
  const target = path.join(folder, `${name}.bin`);
  const temporary = temporaryName(target);
  fs.mkdirSync(folder, { recursive: true });
  const file = fs.openSync(temporary, 'wx');
  const abandon = (): void => fs.rmSync(temporary, { force: true });
  return {
    file,
    finish() {
      fs.closeSync(file);
      try {
        fs.renameSync(temporary, target);
      } catch (error) {
        abandon();
        throw error;
      }
      removeOldest(folder, most);
      return target;
    },
    abandon() {
      fs.closeSync(file);
      abandon();
    },
  };
}

/**
 * Writes a file of the cache as a whole.
 *
 * @param write writes into the open file
 * @returns whether it was written
 */
export function writeEntry(place: CachePlace, name: string, write: (file: number) => void): boolean {
  try {
    const entry = beginEntry(place, name);
    if (!entry) return false;
    try {
      write(entry.file);
    } catch (error) {
      entry.abandon();
      throw error;
    }
    entry.finish();
    return true;
  } catch {
    // A folder that cannot be written costs time with the next build, and nothing else.
    return false;
  }
}

function removeOldest(folder: string, most: number): void {
  for (const { file, time } of listUnfinished(folder)) if (time < Date.now() - STALE) fs.rmSync(file, { force: true });
  const entries = listEntries(folder);
  let bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  for (const entry of entries.slice(0, -1)) {
    if (bytes <= most) return;
    fs.rmSync(entry.file, { force: true });
    bytes -= entry.bytes;
  }
}
