/**
 * Stores the states of sealed files at the time when their hashes were verified on this machine. A file with an unchanged inode,
 * size and modification time is not read again.
 */

import type { BigIntStats } from 'node:fs';
import path from 'node:path';
import { hashOf } from '../base/hash.ts';
import type { CacheLocation } from './entry-files.ts';
import { createEntryStore } from './entry-store.ts';

export interface SealedStates {
  /** Returns true if the content with this hash was verified and its file is unchanged since; undefined if it never was. */
  isVerified(hash: string, stats: BigIntStats): boolean | undefined;
  /** Records that the content of a file was verified. */
  note(hash: string, stats: BigIntStats): void;
  /** Stores what was noted. */
  save(): void;
}

/** @param options.folder folder with the sealed files or with copies of them, absolute */
export function createSealedStates({ folder, ...location }: CacheLocation & { folder: string }): SealedStates {
  const store = createEntryStore(location.projectRoot, location);
  const name = `sealed-${hashOf(path.relative(location.projectRoot, folder)).slice(0, 12)}`;
  let states: Map<string, string> | undefined;
  let isChanged = false;
  const known = (): Map<string, string> => {
    const read = states ?? store.read(name);
    states = read instanceof Map ? read : new Map();
    return states;
  };
  return {
    isVerified(hash, stats) {
      const state = known().get(hash);
      return state === undefined ? undefined : state === sealedState(stats);
    },
    note(hash, stats) {
      isChanged ||= known().get(hash) !== sealedState(stats);
      known().set(hash, sealedState(stats));
    },
    save() {
      if (isChanged) store.write(name, known());
      isChanged = false;
    },
  };
}

/**
 * Returns a value that changes with the content of a sealed file. Unlike the state of other files, it does not include the time
 * of the last status change: publishing a file adds a hard link, which changes that time.
 */
export function sealedState({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${size} ${mtimeNs}`;
}
