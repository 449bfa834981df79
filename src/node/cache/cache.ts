/** Results that cost much, kept between builds. */
import path from 'node:path';
import { createEntryStore } from './entry-store.ts';
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
}

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
interface Entry {
  key: string;
  states: unknown;
  result: unknown;
  /** Folder of the project, where the result holds in no other. */
  boundTo?: string | undefined;
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
  const site = hashOf(path.relative(projectRoot, root)).slice(0, 8);
  const entryName = (name: string): string => `${name}-${site}`;
  return {
    has: (name) => store.has(entryName(name)),
    async remember<Result>(
      name: string,
      key: unknown,
      make: () => Promise<{ result: Result; files?: Iterable<string> }>,
    ) {
      version ??= typeof options.version === 'string' ? options.version : options.version();
      const fullKey = hashOf(JSON.stringify(moveOut([name, version, key], base).data));
      const known = (await store.read(entryName(name))) as Entry | undefined;
      const isHere = known?.boundTo === undefined || known.boundTo === base;
      if (known?.key === fullKey && isHere && (await states.areSame(known.states))) {
        tellModules(states.pathsOf(known.states));
        return moveIn(known.result, base) as Result;
      }
      const since = Date.now();
      const { result, files } = await make();
      tellModules(files);
      const taken = files && (await states.take(files, since));
      if (taken) {
        const { data, isBound } = moveOut(result, base);
        const entry: Entry = { key: fullKey, states: taken, result: data, boundTo: isBound ? base : undefined };
        store.write(entryName(name), entry);
      }
      return result;
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
};
