/** Files in which the cache keeps its entries; they may be deleted at any time. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { cacheFolder, writeEntry } from './entry-files.ts';
import { disk } from './observe-reads.ts';

export interface EntryStore {
  /** An entry as it was written; undefined when there is none, or when a single bit of it is another one. */
  read(name: string): unknown;
  /** Whether there is an entry of the name, whatever is in it. */
  has(name: string): boolean;
  /**
   * Writes an entry at once and as a whole, so that the end of the process finds it written or not begun. One that cannot
   * be written is not kept, as all are where there is neither a `node_modules` nor a folder of the configuration.
   */
  write(name: string, entry: unknown): void;
  /** Has an entry go as late as if it were written now: another one that is of no use without it is. */
  touch(name: string): void;
  /** Removes an entry that is of no use any more; one that stays is of none either. */
  remove(name: string): void;
}

/** Every file begins with the hash of the rest. */
const HASH_LENGTH = 32;

/** @param options.most bytes that all files of the cache may have together */
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
        // Not there, or of another version of Node.
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
        // Then it goes earlier.
      }
    },
    remove(name) {
      try {
        fs.rmSync(fileOf(name), { force: true });
      } catch {
        // A folder that cannot be written.
      }
    },
  };
}

function checksumOf(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
