import fs from 'node:fs';
import path from 'node:path';
import { temporaryName } from '../base/files/temporary-name.ts';

export interface CacheLocation {
  /** Folder of the project. The cache is in its `node_modules`; without that folder, nothing is cached. */
  projectRoot: string;
  /** Cache folder to use instead of the one in `node_modules`. */
  cacheDir?: string | undefined;
  /** Maximum total size in bytes; beyond it, the oldest files are evicted. Default: {@link MOST_BYTES}. */
  most?: number | undefined;
}

export interface CacheFile {
  file: string;
  bytes: number;
  /** When it was last written or used, in milliseconds since the epoch. */
  time: number;
}

/** Default size limit. A site of 1,000 pages takes 100 MB. */
const MOST_BYTES = 1e9;

/** Age in milliseconds after which the unfinished files of a killed build are removed. */
const STALE = 3_600_000;

/** Returns the cache folder: the configured one, or else one in the project's `node_modules`. */
export function cacheFolder(projectRoot: string, cacheDir?: string): string {
  return cacheDir ?? path.join(projectRoot, 'node_modules/.cache/cascader-docs');
}

/** Returns an empty list if the folder is missing. */
export function listEntries(folder: string): CacheFile[] {
  return list(folder, (name) => name.endsWith('.bin'));
}

/** Lists files that are still being written, or that a killed build left unfinished. */
export function listUnfinished(folder: string): CacheFile[] {
  return list(folder, (name) => /\.bin\.[0-9a-f-]{36}(?:\.tmp)?$/.test(name));
}

function list(folder: string, isWanted: (name: string) => boolean): CacheFile[] {
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

/**
 * Atomic, so that a killed process leaves no partial file. Does nothing if the file cannot be written: the next build
 * only takes longer.
 */
export function writeEntry({ projectRoot, cacheDir }: CacheLocation, name: string, content: Uint8Array[]): void {
  const folder = cacheFolder(projectRoot, cacheDir);
  const target = path.join(folder, `${name}.bin`);
  const temporary = temporaryName(target);
  try {
    if (cacheDir === undefined && !fs.existsSync(path.join(projectRoot, 'node_modules'))) return;
    fs.mkdirSync(folder, { recursive: true });
    const file = fs.openSync(temporary, 'wx');
    try {
      for (const part of content) fs.writeFileSync(file, part);
    } finally {
      fs.closeSync(file);
    }
    fs.renameSync(temporary, target);
  } catch {
    try {
      fs.rmSync(temporary, { force: true });
    } catch {
      // The folder is a file.
    }
  }
}

/**
 * Removes unfinished entries, all but the newest of each group, and the oldest above the size limit. Returns the names
 * of the remaining ones, the oldest first.
 */
export function removeOldest(
  { projectRoot, cacheDir, most = MOST_BYTES }: CacheLocation,
  { groupOf, perGroup }: { groupOf: (name: string) => string | undefined; perGroup: number },
): string[] {
  const folder = cacheFolder(projectRoot, cacheDir);
  const remove = (file: string): void => fs.rmSync(file, { force: true });
  const kept: string[] = [];
  try {
    for (const { file, time } of listUnfinished(folder)) if (time < Date.now() - STALE) remove(file);
    const counts = new Map<string, number>();
    let total = 0;
    for (const { file, bytes } of listEntries(folder).reverse()) {
      const name = path.basename(file);
      const group = groupOf(name);
      const count = group === undefined ? 0 : (counts.get(group) ?? 0) + 1;
      if (group !== undefined) counts.set(group, count);
      if (count > perGroup || (kept.length > 0 && total + bytes > most)) {
        remove(file);
        continue;
      }
      total += bytes;
      kept.push(name);
    }
  } catch {
    // The folder is not writable.
  }
  return kept.reverse();
}
