/**
 * Stores the states of the output files at the time when their hashes were computed. A file whose inode, size and times are
 * unchanged is not read again. In a small rebuild of a large site, reading the output would cost the most time.
 */

import type { BigIntStats } from 'node:fs';
import path from 'node:path';
import { hashOf } from '../base/hash.ts';
import type { CacheLocation } from './entry-files.ts';
import { createEntryStore } from './entry-store.ts';
import { isBefore } from './file-state.ts';
import { disk } from './observe-reads.ts';

export interface OutputStates {
  /** Returns the hash of an output file if its state is unchanged. Returns undefined if its content must be read. */
  hashOf(file: string, stats: BigIntStats): string | undefined;
  /**
   * Records the states of files: the noted ones, or else the current ones if the identity is still the noted one. Files that have
   * just changed are left out, because another change within the same clock step would not be detected.
   */
  note(files: ReadonlyMap<string, NotedFile>): void;
}

/** File with its hash, and its identity when the hash was computed. */
export interface NotedFile {
  hash: string;
  /** See {@link identityOf}. */
  identity: string;
  /** See {@link settledState}. Absent if it may change until the states are recorded, for example when another link is removed. */
  state?: string | undefined;
}

/** @param options.outDir output folder; absolute, real path */
export function createOutputStates(options: CacheLocation & { outDir: string }): OutputStates {
  const { outDir, projectRoot } = options;
  const store = createEntryStore(projectRoot, options);
  const name = `outputs-${hashOf(path.relative(projectRoot, outDir)).slice(0, 12)}`;
  let known: Map<string, [hash: string, state: string]> | undefined;
  const noted = () => {
    const read = known ?? store.read(name);
    known = read instanceof Map ? read : new Map();
    return known;
  };
  return {
    hashOf(file, stats) {
      const [hash, state] = noted().get(file) ?? [];
      return state === stateOf(stats) ? hash : undefined;
    },
    note(files) {
      const now = Date.now();
      known = new Map();
      for (const [file, { hash, identity, state }] of files) {
        if (state !== undefined) {
          known.set(file, [hash, state]);
          continue;
        }
        const stats = disk.lstat(path.join(outDir, file), { bigint: true, throwIfNoEntry: false });
        if (!stats?.isFile() || identityOf(stats) !== identity) continue;
        const current = settledState(stats, now);
        if (current !== undefined) known.set(file, [hash, current]);
      }
      if (known.size > 0) store.write(name, known);
      else store.remove(name);
    },
  };
}

/** Returns a value that differs between files and changes with their content. All hard links of a file have the same identity. */
export function identityOf({ ino, size, mtimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs}`;
}

/**
 * Returns the state of a file. Returns undefined if the file has just changed.
 *
 * @param now time of the system in milliseconds
 */
export function settledState(stats: BigIntStats, now: number): string | undefined {
  return isBefore(stats.ctimeNs, now) && isBefore(stats.mtimeNs, now) ? stateOf(stats) : undefined;
}

/** Includes the change time, because the modification time can be set. */
function stateOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}
