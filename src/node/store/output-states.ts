/**
 * What the files of the last output were like when their hashes were known. A file whose inode, size and times are still the
 * same is not read again: of a large site, reading its output costs more than anything else in a build that changes little.
 */

import type { BigIntStats } from 'node:fs';
import path from 'node:path';
import { CLOCK_STEP } from './dependencies.ts';
import type { CachePlace } from './entry-files.ts';
import { createEntryStore } from './entry-store.ts';
import { disk, hashOf } from './observe-reads.ts';

export interface OutputStates {
  /** Hash of a file of the output with these states; undefined when only its content can tell. */
  hashOf(file: string, stats: BigIntStats): string | undefined;
  /**
   * Notes what the files are like now, as far as they are still those that had the hashes. Files that have just changed are not
   * noted, since they may change again unseen.
   */
  note(files: ReadonlyMap<string, NotedFile>): void;
}

/** A file when its hash was known. */
export interface NotedFile {
  hash: string;
  /** See {@link identityOf}. */
  identity: string;
}

/** @param options.outDir the output; absolute, real path */
export function createOutputStates(options: CachePlace & { outDir: string }): OutputStates {
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
      const latest = BigInt(Date.now() - CLOCK_STEP) * 1_000_000n;
      known = new Map();
      for (const [file, { hash, identity }] of files) {
        const stats = disk.lstat(path.join(outDir, file), { bigint: true, throwIfNoEntry: false });
        if (!stats?.isFile() || identityOf(stats) !== identity) continue;
        if (stats.ctimeNs <= latest && stats.mtimeNs <= latest) known.set(file, [hash, stateOf(stats)]);
      }
      if (known.size > 0) store.write(name, known);
      else store.remove(name);
    },
  };
}

/** Tells a file from others and from itself with other content; a second name of it does not change that. */
export function identityOf({ ino, size, mtimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs}`;
}

/** The time of the change too: that of modification can be set. */
function stateOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}
