/** Results that cost much, kept between builds. */
import { createEntryStore, entryNameOf } from './entry-store.ts';
import { moveIn, moveOut } from './movable.ts';
import { hashOf, tellModules } from './observe-reads.ts';

export interface Cache {
  /** Whether a result of that name was made before, be it out of date. */
  has(name: string): boolean;
  /**
   * A result, as it was kept or made anew.
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
  /**
   * Results of many that are alike: each as it was kept, or made anew with others of which the key is another one.
   *
   * @param name what they are; each name keeps the latest of all
   * @param keys by id, all that a result depends on; plain data. Undefined: it is made each time
   * @param make makes results, at least one; what it leaves out is not kept
   */
  rememberEach<Result>(
    name: string,
    keys: ReadonlyMap<string, unknown>,
    make: MakeEach<Result>,
  ): Promise<Map<string, Result>>;
}

/** Makes results by their ids. */
export type MakeEach<Result> = (ids: string[]) => Promise<ReadonlyMap<string, Result>>;

/** Clocks of file systems tick in steps: what changed in the last one may have been read before, in milliseconds. */
export const CLOCK_STEP = 100;

/** Looks at files, to tell later whether they are what they were. */
export interface StatesReader<States = unknown> {
  /**
   * States of files, plain data; undefined when one of them is gone, or may have changed since it was read.
   *
   * @param since when the reading began, in milliseconds since the epoch
   */
  take(files: Iterable<string>, since: number): States | undefined | Promise<States | undefined>;
  areSame(states: States): boolean | Promise<boolean>;
  /** Absolute paths of the files. */
  pathsOf(states: States): Iterable<string>;
}

/** What is kept of a result. */
interface Part {
  key: string;
  result: unknown;
  /** Folder of the project, where the result holds in no other. */
  boundTo?: string | undefined;
}

interface Entry extends Part {
  states: unknown;
}

export interface CacheOptions {
  /** Folder of the project: the cache lies in its `node_modules`; without one nothing is kept. */
  projectRoot: string;
  /** Folder of the cache instead. */
  cacheDir?: string | undefined;
  /** Folder of the site: those of one project have caches of their own. */
  root: string;
  /** Folder of which the path may be another one elsewhere: that of a workspace. Default: that of the project. */
  base?: string | undefined;
  /** Changes with the code that makes the results. */
  version: string | (() => string);
  /** How it is seen that files have changed. */
  states: StatesReader;
}

/** Creates the cache of a site. What cannot be read is made anew; what cannot be written is not kept. */
export function createCache(options: CacheOptions): Cache {
  const { projectRoot, cacheDir, root, base = projectRoot, states } = options;
  let version: string | undefined;
  const store = createEntryStore(projectRoot, { cacheDir });
  const entryName = (name: string): string => entryNameOf(name, { projectRoot, root });
  const keyOf = (name: string, key: unknown): string => {
    version ??= typeof options.version === 'string' ? options.version : options.version();
    return hashOf(JSON.stringify(moveOut([name, version, key], base).data));
  };
  const isSame = (known: Part | undefined, key: string): boolean =>
    known?.key === key && (known.boundTo === undefined || known.boundTo === base);
  const partOf = (key: string, result: unknown): Part => {
    const { data, isBound } = moveOut(result, base);
    return { key, result: data, boundTo: isBound ? base : undefined };
  };
  return {
    has: (name) => store.has(entryName(name)),
    async remember<Result>(
      name: string,
      key: unknown,
      make: () => Promise<{ result: Result; files?: Iterable<string> }>,
    ) {
      const fullKey = keyOf(name, key);
      const known = (await store.read(entryName(name))) as Entry | undefined;
      if (known && isSame(known, fullKey) && (await states.areSame(known.states))) {
        tellModules(states.pathsOf(known.states));
        return moveIn(known.result, base) as Result;
      }
      const since = Date.now();
      const { result, files } = await make();
      tellModules(files);
      const taken = files && (await states.take(files, since));
      if (taken) store.write(entryName(name), { ...partOf(fullKey, result), states: taken } satisfies Entry);
      return result;
    },
    async rememberEach<Result>(name: string, keys: ReadonlyMap<string, unknown>, make: MakeEach<Result>) {
      const read = await store.read(entryName(name));
      const kept = (read instanceof Map ? read : new Map()) as Map<string, Part>;
      const parts = new Map<string, Part>();
      const results = new Map<string, Result>();
      const missing: string[] = [];
      for (const [id, key] of keys) {
        const known = kept.get(id);
        if (key === undefined || !known || !isSame(known, keyOf(name, key))) missing.push(id);
        else {
          parts.set(id, known);
          results.set(id, moveIn(known.result, base) as Result);
        }
      }
      const made = missing.length > 0 ? await make(missing) : new Map<string, Result>();
      for (const [id, result] of made) {
        results.set(id, result);
        const key = keys.get(id);
        if (key !== undefined) parts.set(id, partOf(keyOf(name, key), result));
      }
      if (missing.length > 0 || parts.size < kept.size) store.write(entryName(name), parts);
      return results;
    },
  };
}

/** A cache that keeps nothing. */
export const noCache: Cache = {
  has: () => false,
  remember: async (_name, _key, make) => {
    const { result, files } = await make();
    tellModules(files);
    return result;
  },
  rememberEach: async (_name, keys, make) => new Map(keys.size > 0 ? await make([...keys.keys()]) : []),
};
