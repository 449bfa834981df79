/** Results that cost much, kept between builds. */
import type { Dependencies, DependencyReader } from './dependencies.ts';
import { createEntryStore, entryNameOf } from './entry-store.ts';
import { areLookupsLogged, logLookup } from './lookup-log.ts';
import { hashOf, tellModules } from './observe-reads.ts';
import { moveIn, moveOut } from './relocate.ts';

export interface Cache {
  /** Whether a result of that name was made before, be it out of date. */
  has(name: string): boolean;
  /**
   * A result, as it was kept or made anew.
   *
   * @param name what is made; each name keeps its latest result
   * @param key all that the result depends on besides files; plain data
   * @param make makes it, and tells the absolute paths of the files that it read; without them it is not kept
   * @param isCurrent checks a kept result for what neither key nor files tell. Default: there is nothing
   */
  remember<Result>(
    name: string,
    key: unknown,
    make: () => Promise<{ result: Result; files?: Iterable<string> }>,
    isCurrent?: (result: Result) => Promise<boolean>,
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

/** What is kept of a result. */
interface Part {
  key: string;
  result: unknown;
  /** Hashes of what the key is made of, by name. Kept only while lookups are logged. */
  keyParts?: Record<string, string> | undefined;
  /** Folder of the project, where the result holds in no other. */
  boundTo?: string | undefined;
}

interface Entry extends Part {
  dependencies: Dependencies;
}

export interface CacheOptions {
  /** Folder of the site: those of one project have caches of their own. */
  root: string;
  /** Changes with the code that makes the results. */
  version: string | (() => string);
  /** What asks the disk for a result that is wanted; its place says where the cache lies. */
  reader: () => DependencyReader;
}

/** Creates the cache of a site. What cannot be read is made anew; what cannot be written is not kept. */
export function createCache(options: CacheOptions): Cache {
  const { root, reader } = options;
  const { projectRoot, cacheDir, base = projectRoot } = reader().place;
  let version: string | undefined;
  const store = createEntryStore(projectRoot, { cacheDir });
  const entryName = (name: string): string => entryNameOf(name, { projectRoot, root });
  const versionOf = (): string => {
    version ??= typeof options.version === 'string' ? options.version : options.version();
    return version;
  };
  const keyOf = (name: string, key: unknown): string =>
    hashOf(JSON.stringify(moveOut([name, versionOf(), key], base).data));
  const keyPartsOf = (key: unknown): Record<string, string> | undefined =>
    areLookupsLogged()
      ? hashesOf({ 'the tool or a package': versionOf(), ...(moveOut({ key }, base).data as object) })
      : undefined;
  /** What differs between a cached result and one of this key. */
  const changesIn = (known: Part | undefined, key: unknown): string[] => {
    if (!known) return ['not cached'];
    if (known.boundTo !== undefined && known.boundTo !== base) return [`cached for ${known.boundTo}`];
    const [before, now] = [known.keyParts ?? {}, keyPartsOf(key) ?? {}];
    if (!known.keyParts) return ['its key changed'];
    const names = new Set([...Object.keys(before), ...Object.keys(now)]);
    return [...names].filter((part) => before[part] !== now[part]).map((part) => `${part} changed`);
  };
  const isSame = (known: Part | undefined, key: string): boolean =>
    known?.key === key && (known.boundTo === undefined || known.boundTo === base);
  const partOf = (name: string, key: unknown, result: unknown): Part => {
    const { data, isBound } = moveOut(result, base);
    return { key: keyOf(name, key), result: data, keyParts: keyPartsOf(key), boundTo: isBound ? base : undefined };
  };
  return {
    has: (name) => store.has(entryName(name)),
    async remember<Result>(
      name: string,
      key: unknown,
      make: () => Promise<{ result: Result; files?: Iterable<string> }>,
      isCurrent: (result: Result) => Promise<boolean> = async () => true,
    ) {
      const known = (await store.read(entryName(name))) as Entry | undefined;
      const asked = reader();
      const isSameKey = known !== undefined && isSame(known, keyOf(name, key));
      const change = isSameKey ? asked.findChange(known.dependencies) : undefined;
      if (isSameKey && change === undefined) {
        const result = moveIn(known.result, base) as Result;
        if (await isCurrent(result)) {
          logLookup(name);
          tellModules(asked.filesOf(known.dependencies));
          return result;
        }
        logLookup(name, () => ['what it says about other pages changed']);
      } else logLookup(name, () => (change === undefined ? changesIn(known, key) : [`${change} changed`]));
      const { result, files } = await make();
      tellModules(files);
      const dependencies = files && asked.take({ modules: new Set(files) });
      if (dependencies) store.write(entryName(name), { ...partOf(name, key, result), dependencies } satisfies Entry);
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
        if (key === undefined || !known || !isSame(known, keyOf(name, key))) {
          missing.push(id);
          logLookup(`${name} ${id}`, () => (key === undefined ? ['never cached'] : changesIn(known, key)));
        } else {
          logLookup(`${name} ${id}`);
          parts.set(id, known);
          results.set(id, moveIn(known.result, base) as Result);
        }
      }
      const made = missing.length > 0 ? await make(missing) : new Map<string, Result>();
      for (const [id, result] of made) {
        results.set(id, result);
        const key = keys.get(id);
        if (key !== undefined) parts.set(id, partOf(name, key, result));
      }
      if (missing.length > 0 || parts.size < kept.size) store.write(entryName(name), parts);
      return results;
    },
  };
}

/** Levels of a key whose values are compared one by one. */
const DEPTH = 5;

/** Hashes of the values in plain data, by names such as `key.config.base`. */
function hashesOf(data: object, depth = DEPTH, prefix = ''): Record<string, string> {
  const entries = Object.entries(data).flatMap(([name, value]: [string, unknown]): [string, string][] =>
    typeof value === 'object' && value !== null && depth > 1
      ? Object.entries(hashesOf(value, depth - 1, `${prefix}${name}.`))
      : [[`${prefix}${name}`, hashOf(JSON.stringify(value) ?? '')]],
  );
  return Object.fromEntries(entries);
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
