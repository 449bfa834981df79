/**
 * Stores the states of sealed files on this machine: at the time when their hashes were verified, or when a build first published
 * them without reading them. A file with an unchanged inode, size and modification time is not read again.
 */

import type { BigIntStats } from 'node:fs';
import path from 'node:path';
import { hashOf } from '../base/hash.ts';
import type { CacheLocation } from './entry-files.ts';
import { createEntryStore } from './entry-store.ts';

/** Begins the stored state of a file that was not read. */
const UNREAD = 'unread ';

export interface SealedStates {
  /**
   * Returns true if the content with this hash was verified and its file is unchanged since. Returns false if the file changed
   * since it was verified or seen; undefined in other cases.
   */
  isVerified(hash: string, stats: BigIntStats): boolean | undefined;
  /** Records that the content of a file was verified. */
  note(hash: string, stats: BigIntStats): void;
  /** Records the state of a file that was not read, unless one is known. */
  noteUnread(hash: string, stats: BigIntStats): void;
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
  const set = (hash: string, state: string): void => {
    isChanged ||= known().get(hash) !== state;
    known().set(hash, state);
  };
  return {
    isVerified(hash, stats) {
      const state = known().get(hash);
      if (state === undefined || state === UNREAD + sealedState(stats)) return undefined;
      return state === sealedState(stats);
    },
    note: (hash, stats) => set(hash, sealedState(stats)),
    noteUnread(hash, stats) {
      if (!known().has(hash)) set(hash, UNREAD + sealedState(stats));
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
