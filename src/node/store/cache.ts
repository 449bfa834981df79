import { hashOf } from '../base/hash.ts';
import type { Dependencies, DependencyReader } from './dependencies.ts';
import type { Entries } from './entries.ts';
import { areLookupsLogged, logLookup } from './lookup-log.ts';
import { moveIn, moveOut } from './relocate.ts';

export type Cache = ReturnType<typeof createCache>;

export type RunEach<Result> = (ids: string[]) => Promise<ReadonlyMap<string, Result>>;

interface CachedResult {
  result: unknown;
  /** Files that the task read. Absent if the key contains all inputs. */
  dependencies?: Dependencies | undefined;
  /** Hashes of the parts of the key, by name. Set only while lookups are logged. */
  keyParts?: Record<string, string> | undefined;
  /** Folder of the project, if the result is valid only there. */
  boundTo?: string | undefined;
}

export interface CacheOptions {
  entries: Entries;
  /** Version of the code that computes the results; part of every key. */
  version: string | (() => string);
  reader: () => DependencyReader;
  /** Receives the files that the results of a build depend on. Undefined: they are unknown. */
  onFiles?: OnFiles | undefined;
}

/** Receives the absolute paths of files that a result depends on. Undefined: they are unknown, so the result is never cached. */
export type OnFiles = (files: Iterable<string> | undefined) => void;

/** Unreadable results are computed again. */
export function createCache({ entries, version, reader, onFiles = () => {} }: CacheOptions) {
  const { projectRoot, base = projectRoot } = reader().folders;
  const { find, keep, logMiss } = createResults({ entries, version, base });
  return {
    /** Returns true if a result of the task is cached, under any key. */
    has: (task: string): boolean => entries.has(task),
    /**
     * `key`: all inputs of the task except files; plain data. Without `files`, the result is not cached. `isCurrent`
     * checks inputs that are neither in the key nor in files.
     */
    async remember<Result>(
      task: string,
      key: unknown,
      run: () => Promise<{ result: Result; files?: Iterable<string> }>,
      isCurrent: (result: Result) => Promise<boolean> = async () => true,
    ): Promise<Result> {
      const disk = reader();
      let change: string | undefined;
      for (const { result: data, dependencies } of find(task, '', key)) {
        const changed = dependencies && disk.findChange(dependencies);
        const result = changed === undefined ? (moveIn(data, base) as Result) : undefined;
        if (result !== undefined && (await isCurrent(result))) {
          logLookup(task);
          if (dependencies) onFiles(disk.filesOf(dependencies));
          return result;
        }
        change ??= changed === undefined ? 'its data about other pages changed' : `${changed} changed`;
      }
      if (change === undefined) logMiss(task, '', key);
      else logLookup(task, () => [change as string]);
      const { result, files } = await run();
      const read = files && new Set(files);
      onFiles(read);
      const dependencies = read && disk.take(read);
      if (dependencies) keep(task, '', key, { result, dependencies });
      return result;
    },
    /**
     * Computes all results that are not cached in one call of `run`. With an undefined key, a result is computed each
     * time; an id without a result is not cached.
     */
    async rememberEach<Result>(
      task: string,
      keys: ReadonlyMap<string, unknown>,
      run: RunEach<Result>,
    ): Promise<Map<string, Result>> {
      const results = new Map<string, Result>();
      const missing: string[] = [];
      for (const [id, key] of keys) {
        const [cached] = key === undefined ? [] : find(task, id, key);
        if (cached) {
          results.set(id, moveIn(cached.result, base) as Result);
          logLookup(lookupName(task, id));
          continue;
        }
        missing.push(id);
        if (key === undefined) logLookup(lookupName(task, id), () => ['never cached']);
        else logMiss(task, id, key);
      }
      const made = missing.length > 0 ? await run(missing) : new Map<string, Result>();
      for (const [id, result] of made) {
        results.set(id, result);
        const key = keys.get(id);
        if (key !== undefined) keep(task, id, key, { result });
      }
      return results;
    },
  };
}

/** `base`: folder to which the paths in keys and results are relative. */
function createResults({ entries, version, base }: Omit<CacheOptions, 'reader'> & { base: string }) {
  let knownVersion: string | undefined;
  const versionOf = (): string => (knownVersion ??= typeof version === 'string' ? version : version());
  const keyOf = (task: string, key: unknown): string =>
    hashOf(JSON.stringify(moveOut([task, versionOf(), key], base).data));
  const keyPartsOf = (key: unknown): Record<string, string> | undefined =>
    areLookupsLogged()
      ? hashesOf({ 'the tool or a package': versionOf(), ...(moveOut({ key }, base).data as object) })
      : undefined;
  const isHere = ({ boundTo }: CachedResult): boolean => boundTo === undefined || boundTo === base;
  return {
    /** Yields the results of a key that are valid in the folder of this project. */
    *find(task: string, id: string, key: unknown): Generator<CachedResult> {
      for (const entry of entries.find(task, id, keyOf(task, key))) {
        const cached = entry as CachedResult;
        if (isHere(cached)) yield cached;
      }
    },
    keep(
      task: string,
      id: string,
      key: unknown,
      { result, dependencies }: Pick<CachedResult, 'result' | 'dependencies'>,
    ): void {
      const { data, isBound } = moveOut(result, base);
      const boundTo = isBound ? base : undefined;
      const value: CachedResult = { result: data, dependencies, keyParts: keyPartsOf(key), boundTo };
      const variant = JSON.stringify([
        boundTo,
        dependencies && [dependencies.files.map(([, hash]) => hash), dependencies.folders],
      ]);
      entries.write(task, id, { key: keyOf(task, key), value, variant });
    },
    logMiss: (task: string, id: string, key: unknown): void =>
      logLookup(lookupName(task, id), () => {
        const cached = entries.findAny(task, id) as CachedResult | undefined;
        if (!cached) return ['not cached'];
        if (!isHere(cached)) return [`cached for ${cached.boundTo}`];
        const [before, now] = [cached.keyParts, keyPartsOf(key) ?? {}];
        if (!before) return ['its key changed'];
        const names = new Set([...Object.keys(before), ...Object.keys(now)]);
        return [...names].filter((part) => before[part] !== now[part]).map((part) => `${part} changed`);
      }),
  };
}

function lookupName(task: string, id: string): string {
  return id === '' ? task : `${task} ${id}`;
}

const DEPTH = 5;

/** Returns the hashes of the values in plain data, by names such as `key.config.base`. */
function hashesOf(data: object, depth = DEPTH, prefix = ''): Record<string, string> {
  const entries = Object.entries(data).flatMap(([name, value]: [string, unknown]): [string, string][] =>
    typeof value === 'object' && value !== null && depth > 1
      ? Object.entries(hashesOf(value, depth - 1, `${prefix}${name}.`))
      : [[`${prefix}${name}`, hashOf(JSON.stringify(value) ?? '')]],
  );
  return Object.fromEntries(entries);
}

export const noCache: Cache = {
  has: () => false,
  remember: async (_task, _key, run) => (await run()).result,
  rememberEach: async (_task, keys, run) => new Map(keys.size > 0 ? await run([...keys.keys()]) : []),
};
