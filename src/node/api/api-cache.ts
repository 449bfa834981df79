import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** Results of the types by what they were made of, in a folder that may be deleted at any time. */
export interface ApiCache {
  /** A result whose files are what they were; undefined when there is none. */
  read<Result>(name: string, key: unknown): Promise<Result | undefined>;
  /**
   * @param files absolute paths of the files that it was made of
   */
  write(name: string, key: unknown, result: unknown, files: string[]): Promise<void>;
}

interface Entry {
  key: string;
  /** Hashes by path relative to the root. */
  files: Record<string, string>;
  result: unknown;
}

/**
 * @param root project's folder: what is cached lies in its `node_modules`; without one nothing is
 */
export function createApiCache(root: string): ApiCache {
  const modules = path.join(root, 'node_modules');
  const folder = path.join(modules, '.cache/cascader-docs');
  const fileOf = (name: string): string => path.join(folder, `${name}.json`);
  return {
    async read<Result>(name: string, key: unknown) {
      try {
        const entry = JSON.parse(await fs.readFile(fileOf(name), 'utf8')) as Entry;
        if (entry.key !== hashOf(JSON.stringify(key))) return undefined;
        const same = await Promise.all(
          Object.entries(entry.files).map(async ([file, hash]) => (await hashOfFile(path.join(root, file))) === hash),
        );
        return same.every(Boolean) ? (entry.result as Result) : undefined;
      } catch {
        // Not there, or cut off: it is made again.
        return undefined;
      }
    },
    async write(name, key, result, files) {
      try {
        await fs.access(modules);
        const hashes = await Promise.all(
          files.map(async (file) => [path.relative(root, file), (await hashOfFile(file)) ?? ''] as const),
        );
        const entry: Entry = { key: hashOf(JSON.stringify(key)), files: Object.fromEntries(hashes), result };
        await fs.mkdir(folder, { recursive: true });
        const temporary = `${fileOf(name)}.${process.pid}`;
        await fs.writeFile(temporary, JSON.stringify(entry));
        await fs.rename(temporary, fileOf(name));
      } catch {
        // A folder that cannot be written costs time with the next build, and nothing else.
      }
    },
  };
}

async function hashOfFile(file: string): Promise<string | undefined> {
  try {
    return hashOf(await fs.readFile(file));
  } catch {
    // Gone: whatever was made of it is not what it was.
    return undefined;
  }
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url');
}
