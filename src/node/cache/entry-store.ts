/** Files in which the cache keeps its entries; they may be deleted at any time. */
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
   * be written is not kept, as all are where there is neither a `node_modules` nor a folder of the configuration.
   */
  write(name: string, entry: unknown): void;
}

/** Every file begins with the hash of the rest. */
const HASH_LENGTH = 32;

/** Bytes that entries may have together; beyond, the oldest go. Those of a site of 1,000 pages have 5 MB. */
const MOST_BYTES = 256e6;

/** Folder of the entries: that of the configuration, else one in the `node_modules` of the project. */
export function cacheFolder(projectRoot: string, cacheDir?: string): string {
  return cacheDir ?? path.join(projectRoot, 'node_modules/.cache/cascader-docs');
}

/** Entries in a folder, with their sizes, the oldest first; none where there is no folder. */
export function listEntries(folder: string): { file: string; bytes: number; time: number }[] {
  try {
    return fs
      .readdirSync(folder)
      .filter((name) => name.endsWith('.bin'))
      .map((name) => {
        const file = path.join(folder, name);
        const { size, mtimeMs } = fs.statSync(file);
        return { file, bytes: size, time: mtimeMs };
      })
      .sort((a, b) => a.time - b.time);
  } catch {
    // There is none, or another build has just removed an entry.
    return [];
  }
}

/** @param options.most bytes that the entries may have together */
export function createEntryStore(
  projectRoot: string,
  { cacheDir, most = MOST_BYTES }: { cacheDir?: string | undefined; most?: number } = {},
): EntryStore {
  const modules = path.join(projectRoot, 'node_modules');
  const folder = cacheFolder(projectRoot, cacheDir);
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
        if (cacheDir === undefined && !fs.existsSync(modules)) return;
        const content = serialize(entry);
        fs.mkdirSync(folder, { recursive: true });
        try {
          fs.writeFileSync(temporary, Buffer.concat([hashOf(content), content]));
          fs.renameSync(temporary, fileOf(name));
        } catch (error) {
          fs.rmSync(temporary, { force: true });
          throw error;
        }
        removeOldest(folder, most);
      } catch {
        // A folder that cannot be written costs time with the next build, and nothing else.
      }
    },
  };
}

function removeOldest(folder: string, most: number): void {
  const entries = listEntries(folder);
  let bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  for (const entry of entries.slice(0, -1)) {
    if (bytes <= most) return;
    fs.rmSync(entry.file, { force: true });
    bytes -= entry.bytes;
  }
}

function hashOf(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
