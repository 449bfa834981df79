/** The files may be deleted at any time. */

import fs from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { startHash } from '../base/hash.ts';
import { type CacheLocation, cacheFolder, writeEntry } from './entry-files.ts';

/** Bytes of the SHA-256 hash at the start of each file, computed from the rest. */
const HASH_LENGTH = 32;

export function createEntryStore(location: CacheLocation) {
  const fileOf = (name: string): string =>
    path.join(cacheFolder(location.projectRoot, location.cacheDir), `${name}.bin`);
  return {
    /** Returns the value of an entry. Returns undefined if it is missing or damaged. An entry that is read is not the oldest. */
    read(name: string): unknown {
      const file = fileOf(name);
      try {
        const bytes = fs.readFileSync(file);
        const content = bytes.subarray(HASH_LENGTH);
        if (!checksumOf(content).equals(bytes.subarray(0, HASH_LENGTH))) return undefined;
        const now = new Date();
        fs.utimesSync(file, now, now);
        return deserialize(content);
      } catch {
        // Missing, or written by another version of Node.js.
        return undefined;
      }
    },
    write(name: string, value: unknown): void {
      const content = serialize(value);
      writeEntry(location, name, [checksumOf(content), content]);
    },
  };
}

function checksumOf(content: Uint8Array): Buffer {
  return startHash().update(content).digest();
}
