/**
 * Stores results of tasks in packs, between builds. A build appends the results that it computed, and reads single results. Each
 * id of a task keeps a few results, so that each branch of a repository has its own.
 */

import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { hashOf } from '../base/hash.ts';
import type { CacheLocation } from './entry-files.ts';
import { createPackReader, type Packed, readPackIndex } from './pack.ts';
import { beginPack, listPacks, type NewPack, packsToMerge } from './pack-files.ts';

/** Cached result of a task. */
export interface StoredEntry {
  /** Digest of the inputs that the task declared. */
  key: string;
  /** Reads the result. Returns undefined if it is damaged. */
  read(): unknown;
}

export interface EntryLog {
  /** Returns true if a result of the task is stored, under any key. */
  has(task: string, id?: string): boolean;
  /** Returns the results of a task for an id, the newest first. */
  find(task: string, id?: string): StoredEntry[];
  /** Adds a result. It can be found after {@link save}, by this build and by others. */
  add(task: string, id: string, entry: { key: string; value: unknown }): void;
  /** Finishes the pack of added results. Results that cannot be written are not cached. */
  save(): void;
}

export interface EntryLogOptions extends CacheLocation {
  /** Folder of the site: each site in a project has its own results. */
  root: string;
}

/** Maximum number of results per task and id. */
const MOST_ENTRIES = 4;

/** Result in the index of a pack. */
export type Indexed = [key: string, hash: string, offset: number, bytes: number];

/** Index of a pack by name (see `nameOf`), the newest result first. */
type Index = Map<string, Indexed[]>;

/** Result in any of the packs. */
interface Located extends Packed {
  key: string;
  hash: string;
}

export function createEntryLog(options: EntryLogOptions): EntryLog {
  const site = hashOf(path.relative(options.projectRoot, options.root)).slice(0, 8);
  const readRecord = createPackReader();
  const nameOf = (task: string, id: string): string => `${groupOf(task)} ${id}`;
  const groupOf = (task: string): string => `${task}-${site}`;
  /** Tasks that this build uses, with the site; results of other tasks are not evicted. */
  const groups = new Set<string>();
  /** Names that this build looked up, each with the hash of the last result read. Results read before it were not valid. */
  const used = new Map<string, string | undefined>();
  let index: Map<string, Located[]> | undefined;
  let open: NewPack<Indexed[]> | undefined;
  let isBroken = false;

  const known = (): Map<string, Located[]> => {
    index ??= readIndex(options);
    return index;
  };
  const use = (task: string, id: string): string => {
    const name = nameOf(task, id);
    groups.add(groupOf(task));
    if (!used.has(name)) used.set(name, undefined);
    return name;
  };
  const isInUse = (name: string): boolean => used.has(name) || !groups.has(name.slice(0, name.indexOf(' ')));
  /** Discards the results of this build: the disk is full, or the folder is not writable. */
  const giveUp = (): void => {
    isBroken = true;
    open?.abandon();
    open = undefined;
  };
  return {
    has: (task, id = '') => known().has(nameOf(task, id)),
    find(task, id = '') {
      const name = use(task, id);
      const found = known().get(name) ?? [];
      const read = (located: Located): unknown => {
        used.set(name, located.hash);
        return readValue(readRecord(located), located.hash);
      };
      return found.map((located) => ({ key: located.key, read: () => read(located) }));
    },
    add(task, id, { key, value }) {
      const name = use(task, id);
      if (isBroken) return;
      try {
        open ??= beginPack(options, 'entries');
        if (open) appendEntry(open, name, { key, value });
      } catch {
        giveUp();
      }
    },
    save() {
      if (!open) return;
      try {
        const old = merge(open, {
          location: options,
          known: readIndex(options),
          isInUse,
          readHash: (name) => used.get(name),
        });
        open.finish(old);
        open = undefined;
      } catch {
        giveUp();
      }
      index = undefined;
    },
  };
}

/** Appends a result to a pack. */
function appendEntry(
  { add, index }: Pick<NewPack<Indexed[]>, 'add' | 'index'>,
  name: string,
  { key, value }: { key: string; value: unknown },
): void {
  const record = serialize(value);
  const added: Indexed = [key, hashOf(record), add(record), record.length];
  index.set(name, [added, ...(index.get(name) ?? [])].slice(0, MOST_ENTRIES));
}

/** Reads the indexes of all packs: results by name, the newest first. */
function readIndex(location: CacheLocation): Map<string, Located[]> {
  const all = new Map<string, Located[]>();
  for (const { file } of listPacks(location, 'entries').reverse()) {
    const index = readPackIndex(file);
    if (!(index instanceof Map)) continue;
    for (const [name, entries] of index as Index) {
      const found = all.get(name) ?? [];
      for (const [key, hash, offset, bytes] of entries) found.push({ key, hash, file, offset, bytes });
      all.set(name, found.slice(0, MOST_ENTRIES));
    }
  }
  return all;
}

/**
 * Copies results of older packs into the new one, if there are many packs or most of their bytes are unused.
 *
 * @returns the packs that the new one replaces
 */
function merge(
  pack: NewPack<Indexed[]>,
  of: {
    location: CacheLocation;
    known: Map<string, Located[]>;
    isInUse: (name: string) => boolean;
    readHash: (name: string) => string | undefined;
  },
): string[] {
  const { index } = pack;
  const { known, isInUse, readHash } = of;
  let room = pack.bytes;
  for (const [name, entries] of known) {
    // The result that this build reused comes first; newer results belong to other branches.
    const reused = entries.find(({ hash }) => hash === readHash(name));
    if (reused && reused !== entries[0]) known.set(name, [reused, ...entries.filter((entry) => entry !== reused)]);
    if (!index.has(name) && isInUse(name)) room += (reused ?? entries[0])?.bytes ?? 0;
  }
  const old = new Set(packsToMerge(listPacks(of.location, 'entries'), room));
  if (old.size === 0) return [];
  const readRecord = createPackReader();
  // Results of other branches stay as long as they take up no more space than the results in use.
  let others = 0;
  for (const [name, entries] of known) {
    const own = index.get(name) ?? [];
    const needed = own.length === 0 && isInUse(name) ? entries[0] : undefined;
    for (const { key, hash, ...packed } of entries) {
      if (!old.has(packed.file) || own.length >= MOST_ENTRIES) continue;
      const isNeeded = hash === needed?.hash;
      if (!isNeeded && others + packed.bytes > room) continue;
      if (!isNeeded) others += packed.bytes;
      const record = readRecord(packed);
      if (record) own.push([key, hash, pack.add(record), packed.bytes]);
    }
    if (own.length > 0) index.set(name, own);
  }
  return [...old];
}

/** Returns the result in a record. Returns undefined unless the record has that hash. */
function readValue(record: Buffer | undefined, hash: string): unknown {
  try {
    return record && hashOf(record) === hash ? deserialize(record) : undefined;
  } catch {
    // Written by another version of Node.js.
    return undefined;
  }
}
