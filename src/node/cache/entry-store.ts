/** Files in which the cache keeps its entries, below the project's `node_modules`; they may be deleted at any time. */
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';

export interface EntryStore {
  /** An entry as it was written; undefined when there is none, or when a single bit of it is another one. */
  read(name: string): Promise<unknown>;
  /** Whether there is an entry of the name, whatever is in it. */
  has(name: string): boolean;
  /**
   * Writes an entry at once and as a whole, so that the end of the process finds it written or not begun. One that cannot
   * be written is not kept, as all are without a `node_modules`.
   */
  write(name: string, entry: unknown): void;
}

/** Every file begins with the hash of the rest. */
const HASH_LENGTH = 32;

export function createEntryStore(projectRoot: string): EntryStore {
  const modules = path.join(projectRoot, 'node_modules');
  const folder = path.join(modules, '.cache/cascader-docs');
  const fileOf = (name: string): string => path.join(folder, `${name}.bin`);
  return {
    async read(name) {
      try {
        const bytes = await fs.promises.readFile(fileOf(name));
        const content = bytes.subarray(HASH_LENGTH);
        return hashOf(content).equals(bytes.subarray(0, HASH_LENGTH)) ? deserialize(content) : undefined;
      } catch {
        // Not there, or of another version of Node.
        return undefined;
      }
    },
    has: (name) => fs.existsSync(fileOf(name)),
    write(name, entry) {
      const temporary = `${fileOf(name)}.${process.pid}.${randomUUID()}`;
      try {
        if (!fs.existsSync(modules)) return;
        const content = serialize(entry);
        fs.mkdirSync(folder, { recursive: true });
        try {
          fs.writeFileSync(temporary, Buffer.concat([hashOf(content), content]));
          fs.renameSync(temporary, fileOf(name));
        } catch (error) {
          fs.rmSync(temporary, { force: true });
          throw error;
        }
      } catch {
        // A folder that cannot be written costs time with the next build, and nothing else.
      }
    },
  };
}

function hashOf(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
