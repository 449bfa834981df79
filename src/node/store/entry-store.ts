/** Stores each cache entry in its own file. The files may be deleted at any time. */

import fs from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { startHash } from '../base/hash.ts';
import { cacheFolder, writeEntry } from './entry-files.ts';
import { disk } from './observe-reads.ts';

export interface EntryStore {
  /** Returns the value of an entry. Returns undefined if it is missing or damaged. */
  read(name: string): unknown;
  /** Returns true if an entry with this name exists, whatever its content. */
  has(name: string): boolean;
  /**
   * Writes an entry synchronously and atomically, so that the end of the process leaves no partial file. An entry that cannot be
   * written is not cached, nor is any entry if there is neither a `node_modules` nor a configured cache folder.
   */
  write(name: string, entry: unknown): void;
  /** Refreshes the entry's mtime so that it is not evicted before the entry that depends on it. */
  touch(name: string): void;
  /** Removes an entry that is no longer needed. Errors are ignored, because a leftover entry is never read. */
  remove(name: string): void;
}

/** Bytes of the SHA-256 hash at the start of each file, computed from the rest. */
const HASH_LENGTH = 32;

/** @param options.most maximum total size of all files of the cache, in bytes */
export function createEntryStore(
  projectRoot: string,
  options: { cacheDir?: string | undefined; most?: number } = {},
): EntryStore {
  const folder = cacheFolder(projectRoot, options.cacheDir);
  const fileOf = (name: string): string => path.join(folder, `${name}.bin`);
  return {
    read(name) {
      try {
        const bytes = disk.readFile(fileOf(name)) as Buffer;
        const content = bytes.subarray(HASH_LENGTH);
        return checksumOf(content).equals(bytes.subarray(0, HASH_LENGTH)) ? deserialize(content) : undefined;
      } catch {
        // Missing, or written by another version of Node.js.
        return undefined;
      }
    },
    has: (name) => fs.existsSync(fileOf(name)),
    write(name, entry) {
      writeEntry({ projectRoot, ...options }, name, (file) => {
        const content = serialize(entry);
        fs.writeFileSync(file, checksumOf(content));
        fs.writeFileSync(file, content);
      });
    },
    touch(name) {
      try {
        fs.utimesSync(fileOf(name), new Date(), new Date());
      } catch {
        // The entry is only evicted earlier.
      }
    },
    remove(name) {
      try {
        fs.rmSync(fileOf(name), { force: true });
      } catch {
        // The folder is not writable.
      }
    },
  };
}

function checksumOf(content: Uint8Array): Buffer {
  return startHash().update(content).digest();
}
