import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { beginEntry, type CacheLocation, cacheFolder, listEntries } from './entry-files.ts';
import { createPackWriter } from './pack.ts';

/** Kind of the records in a pack; the first part of its file name. */
export type PackKind = 'contents' | 'entries';

/** Number of packs at which they are merged. */
const MOST_PACKS = 8;

export interface PackFile {
  /** Absolute path. */
  file: string;
  bytes: number;
}

/** Lists the packs of a kind, the oldest first. */
export function listPacks({ projectRoot, cacheDir }: CacheLocation, kind: PackKind): PackFile[] {
  return listEntries(cacheFolder(projectRoot, cacheDir)).filter(({ file }) =>
    path.basename(file).startsWith(`${kind}-`),
  );
}

/** Pack that is being written. */
export interface NewPack<Located> {
  /** Bytes of all records so far. */
  readonly bytes: number;
  /** Appends a record and returns its offset. */
  add(record: Uint8Array): number;
  /** Locations of the records, by name. */
  index: Map<string, Located>;
  /** Finishes the pack, so that readers find it, and removes the packs that it replaces (absolute paths). */
  finish(replaced: string[]): void;
  /** Removes the pack. */
  abandon(): void;
}

/** Opens a new pack. Returns undefined if there is no folder for the cache. Throws an error if the file cannot be created. */
export function beginPack<Located>(location: CacheLocation, kind: PackKind): NewPack<Located> | undefined {
  const entry = beginEntry(location, `${kind}-${randomUUID()}`);
  if (!entry) return undefined;
  const writer = createPackWriter(entry.file);
  const index = new Map<string, Located>();
  return {
    get bytes() {
      return writer.bytes;
    },
    add: writer.add,
    index,
    finish(replaced) {
      writer.end(index);
      entry.finish();
      for (const file of replaced) fs.rmSync(file, { force: true });
    },
    abandon: entry.abandon,
  };
}

/**
 * Selects the packs to merge into a new one: all if most of their bytes are unused, all but the largest if there are many packs.
 *
 * @param needed bytes of the records that are in use
 * @returns absolute paths
 */
export function packsToMerge(packs: PackFile[], needed: number): string[] {
  const total = packs.reduce((sum, { bytes }) => sum + bytes, 0);
  const hasWaste = total > 3 * needed + 1e6;
  if (packs.length < MOST_PACKS && !hasWaste) return [];
  const [largest] = packs.toSorted((a, b) => b.bytes - a.bytes);
  return packs.map(({ file }) => file).filter((file) => hasWaste || file !== largest?.file);
}
