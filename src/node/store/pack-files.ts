import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type CachePlace, cacheFolder, listEntries } from './entry-files.ts';

/** What a pack holds, which is the first part of its file name. */
export type PackKind = 'contents' | 'entries';

/** Number of packs from which on they are merged. */
const MOST_PACKS = 8;

export interface PackFile {
  /** Absolute path. */
  file: string;
  bytes: number;
}

/** Lists the packs of a kind, the oldest first. */
export function listPacks({ projectRoot, cacheDir }: CachePlace, kind: PackKind): PackFile[] {
  return listEntries(cacheFolder(projectRoot, cacheDir)).filter(({ file }) =>
    path.basename(file).startsWith(`${kind}-`),
  );
}

export function newPackName(kind: PackKind): string {
  return `${kind}-${randomUUID()}`;
}

/**
 * Selects the packs to merge into a new one: all if most of their bytes are unused, all but the largest if there are many.
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
