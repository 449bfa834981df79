/** Files of the cache: their folder, atomic writes, and the limit of their total size. */

import fs from 'node:fs';
import path from 'node:path';
import { temporaryName } from '../base/files/temporary-name.ts';

/** Location and size limit of a cache. */
export interface CacheLocation {
  /** Folder of the project. The cache is in its `node_modules`; without that folder, nothing is cached. */
  projectRoot: string;
  /** Cache folder to use instead of the one in `node_modules`. */
  cacheDir?: string | undefined;
  /** Maximum total size in bytes; beyond it, the oldest files are evicted. Default: {@link MOST_BYTES}. */
  most?: number | undefined;
}

/** Default size limit. A site of 10,000 pages takes 800 MB, most of it output contents, which may take up half of the limit. */
export const MOST_BYTES = 2e9;

/** Age in milliseconds after which the unfinished files of a killed build are removed. */
const STALE = 3_600_000;

/** Returns the cache folder: the configured one, or else one in the project's `node_modules`. */
export function cacheFolder(projectRoot: string, cacheDir?: string): string {
  return cacheDir ?? path.join(projectRoot, 'node_modules/.cache/cascader-docs');
}

/** Lists the files of the cache with their sizes, the oldest first. Returns an empty list if the folder is missing. */
export function listEntries(folder: string): { file: string; bytes: number; time: number }[] {
  return list(folder, (name) => name.endsWith('.bin'));
}

/** Lists files that are still being written, or that a killed build left unfinished. */
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
    // The folder is missing, or another build has just removed a file.
    return [];
  }
}

/** File of the cache that is being written under a temporary name. */
export interface UnfinishedEntry {
  /** Descriptor of the open file. */
  file: number;
  /** Renames the complete file to its final name, and evicts the oldest files. Returns the path. */
  finish(): string;
  /** Removes the file. Does nothing if it is finished, or was removed by others. */
  abandon(): void;
}

/**
 * Opens a new file of the cache. Returns undefined if there is neither a `node_modules` nor a configured cache folder.
 *
 * Throws an error if the file cannot be created.
 */
export function beginEntry(
  { projectRoot, cacheDir, most = MOST_BYTES }: CacheLocation,
  name: string,
): UnfinishedEntry | undefined {
  if (cacheDir === undefined && !fs.existsSync(path.join(projectRoot, 'node_modules'))) return undefined;
  const folder = cacheFolder(projectRoot, cacheDir);
  const target = path.join(folder, `${name}.bin`);
  const temporary = temporaryName(target);
  fs.mkdirSync(folder, { recursive: true });
  const file = fs.openSync(temporary, 'wx');
  let isOpen = true;
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    fs.closeSync(file);
  };
  const abandon = (): void => {
    close();
    fs.rmSync(temporary, { force: true });
  };
  return {
    file,
    finish() {
      close();
      try {
        fs.renameSync(temporary, target);
      } catch (error) {
        abandon();
        throw error;
      }
      removeOldest(folder, most);
      return target;
    },
    abandon,
  };
}

/**
 * Writes a file of the cache atomically.
 *
 * @param write writes into the open file
 * @returns false if the file could not be written
 */
export function writeEntry(location: CacheLocation, name: string, write: (file: number) => void): boolean {
  try {
    const entry = beginEntry(location, name);
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
    // If the folder is not writable, the next build only takes longer.
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
