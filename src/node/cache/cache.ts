/** Results that cost much, kept between builds in a folder that may be deleted at any time. */
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { createFileStates, type FileStates } from './file-states.ts';

export interface Cache {
  /**
   * A result, as it was kept or made anew. It is kept when none of its files has changed since this cache was created.
   *
   * @param name what is made; each name keeps its latest result
   * @param key all that the result depends on besides files; plain data
   * @param make makes it, and tells the absolute paths of the files that it read; without them it is not kept
   */
  remember<Result>(
    name: string,
    key: unknown,
    make: () => Promise<{ result: Result; files?: Iterable<string> }>,
  ): Promise<Result>;
  /** Waits until what is to be kept is written. */
  settle(): Promise<void>;
}

/** What lies in a file of the cache. */
interface Entry {
  key: string;
  states: FileStates;
  result: unknown;
}

export interface CacheOptions {
  /** Folder of the project: the cache lies in its `node_modules`; without one nothing is kept. */
  projectRoot: string;
  /** Folder of the site: those of one project have caches of their own. */
  root: string;
  /** Changes with the code that makes the results. */
  version: string;
}

/** Creates the cache of a site. What cannot be read is made anew; what cannot be written is not kept. */
export function createCache({ projectRoot, root, version }: CacheOptions): Cache {
  const modules = path.join(projectRoot, 'node_modules');
  const folder = path.join(modules, '.cache/cascader-docs');
  const site = hashOf(path.relative(projectRoot, root)).slice(0, 8);
  const states = createFileStates(projectRoot);
  const writes = new Set<Promise<void>>();

  const read = async (file: string, key: string): Promise<Entry | undefined> => {
    try {
      const entry = deserialize(await fs.readFile(file)) as Entry;
      return entry.key === key && states.areSame(entry.states) ? entry : undefined;
    } catch {
      // Not there, cut off, or of another version of Node.
      return undefined;
    }
  };
  const write = async (file: string, key: string, result: unknown, files: Iterable<string>): Promise<void> => {
    try {
      await fs.access(modules);
      const taken = states.take(files);
      if (!taken) return;
      await fs.mkdir(folder, { recursive: true });
      const temporary = `${file}.${process.pid}.${randomUUID()}`;
      await fs.writeFile(temporary, serialize({ key, states: taken, result } satisfies Entry));
      await fs.rename(temporary, file);
    } catch {
      // A folder that cannot be written costs time with the next build, and nothing else.
    }
  };
  return {
    async remember<Result>(
      name: string,
      key: unknown,
      make: () => Promise<{ result: Result; files?: Iterable<string> }>,
    ) {
      const file = path.join(folder, `${name}-${site}.bin`);
      const fullKey = hashOf(JSON.stringify([version, projectRoot, key]));
      const known = await read(file, fullKey);
      if (known) return known.result as Result;
      const { result, files } = await make();
      if (!files) return result;
      const writing = write(file, fullKey, result, files).finally(() => writes.delete(writing));
      writes.add(writing);
      return result;
    },
    async settle() {
      await Promise.all(writes);
    },
  };
}

/** A cache that keeps nothing. */
export const noCache: Cache = {
  remember: async (_name, _key, make) => (await make()).result,
  settle: async () => undefined,
};

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
