/** An input that is missing from a key leads to a wrong site sooner or later. */

import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { Cache, RunEach } from './cache.ts';

/** Number of results that were recomputed although they were cached. */
export interface Compared {
  pages: number;
  /** Bundles, types and similar results. */
  results: number;
  /** Files of the output, if nothing changed since the last build. */
  files: number;
}

export type Verification = ReturnType<typeof createVerification>;

export function createVerification() {
  return {
    compared: { pages: 0, results: 0, files: 0 },
    /** Errors about differences, by the name of the result. */
    differences: new Map<string, Diagnostic>(),
  };
}

/** Wraps a cache so that its hits are recomputed and compared. */
export function verifyCache(kept: Cache, verification: Verification | undefined): Cache {
  if (!verification) return kept;
  const { compared, differences } = verification;
  return {
    has: kept.has,
    async remember(name, key, make, isCurrent) {
      let isKept = true;
      const makeAgain = () => {
        isKept = false;
        return make();
      };
      const known = await kept.remember(name, key, makeAgain, isCurrent);
      if (!isKept) return known;
      const { result } = await make();
      // The cached result was serialized and deserialized, so the new one is too.
      const difference = findDifference(`${name} in the cache`, known, deserialize(serialize(result)));
      if (difference) differences.set(name, madeDifferently(difference));
      compared.results++;
      return result;
    },
    async rememberEach<Result>(name: string, keys: ReadonlyMap<string, unknown>, make: RunEach<Result>) {
      const ids = [...keys.keys()];
      let all: ReadonlyMap<string, Result> | undefined;
      let missing: string[] = [];
      const known = await kept.rememberEach<Result>(name, keys, async (wanted) => {
        missing = wanted;
        all = await make(ids);
        return new Map([...all].filter(([id]) => wanted.includes(id)));
      });
      if (missing.length === ids.length) return known;
      const made = new Map(all ?? (await make(ids)));
      for (const id of ids) {
        if (missing.includes(id)) continue;
        const again: unknown = deserialize(serialize(made.get(id)));
        const difference = findDifference(`${name} of ${id} in the cache`, known.get(id), again);
        if (difference) differences.set(`${name} ${id}`, madeDifferently(difference));
        compared.results++;
      }
      return made;
    },
  };
}

/** Call it only if nothing has changed since the last build: without verification, the output would have been reused. */
export function compareOutput(
  folder: string,
  { outDir, files }: { outDir: string; files: Iterable<string> },
  { compared, differences }: Verification,
): void {
  for (const file of files) {
    const [before, now] = [outDir, folder].map((dir) => readFound(path.join(dir, file)));
    compared.files++;
    // The error about a page contains more details than one about its file.
    if ((before && now?.equals(before)) || differences.size >= MOST_TOLD) continue;
    differences.set(file, madeDifferently({ name: file, before: before?.toString(), now: now?.toString() }));
  }
}

function readFound(file: string): Buffer | undefined {
  return fs.existsSync(file) ? fs.readFileSync(file) : undefined;
}

/** Maximum number of differences to report, because many files may have one cause. */
const MOST_TOLD = 5;

export interface Difference {
  name: string;
  /** Strings before and now. Undefined if the value is missing or not a string. */
  before?: string | undefined;
  now?: string | undefined;
}

export function findDifference(name: string, before: unknown, now: unknown): Difference | undefined {
  if (isDeepStrictEqual(before, now)) return undefined;
  const [old, own] = [partsOf(before), partsOf(now)];
  const part = [...new Set([...old.keys(), ...own.keys()])].find(
    (key) => !isDeepStrictEqual(old.get(key), own.get(key)),
  );
  if (part === undefined) return { name, before: valueText(before), now: valueText(now) };
  return findDifference(`${name}, ${part}`, old.get(part), own.get(part));
}

function partsOf(value: unknown): Map<string, unknown> {
  if (value instanceof Map) return new Map([...value].map(([key, part]) => [String(key), part]));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return new Map();
  return new Map(Object.entries(value));
}

function valueText(value: unknown): string | undefined {
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  return value === undefined || typeof value === 'object' ? undefined : String(value);
}

/** `file` is relative to the site's root. */
export function madeDifferently({ name, before, now }: Difference, file?: string): Diagnostic {
  const [old, own] = [before?.split('\n') ?? [], now?.split('\n') ?? []];
  const longest = old.length > own.length ? old : own;
  const line = longest.findIndex((_, index) => old[index] !== own[index]);
  const difference = line < 0 ? undefined : { line: line + 1, ...whereTheyDiffer(old[line], own[line]) };
  const location = file === undefined ? undefined : { file, line: 1, column: 1 };
  return createDiagnostic('cache-mismatch', { name, ...(difference && { difference }) }, { location });
}

/** Returns excerpts of two lines, from shortly before the first character that differs. */
function whereTheyDiffer(old: string | undefined, own: string | undefined): { kept: string; made: string } {
  const [before = '', now = ''] = [old, own];
  const at = [...before].findIndex((character, index) => character !== now[index]);
  const from = Math.max(0, (at < 0 ? before.length : at) - 40);
  const shown = (text: string | undefined): string =>
    text === undefined ? 'nothing' : `${from > 0 ? '…' : ''}${text.slice(from, from + 120)}`;
  return { kept: shown(old), made: shown(own) };
}
