/** Compares a page that was rendered again with the cache entry that would have been reused (`verifyCache`). */

import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { hashOf } from '../../base/hash.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Contents } from '../../store/contents.ts';
import { disk } from '../../store/observe-reads.ts';
import { shownPath } from '../../store/relocate.ts';
import { findDifference, madeDifferently } from '../../store/verify.ts';
import type { CompileEntry, RenderEntry, SearchedPage } from './page-entry.ts';
import type { PageKey } from './page-key.ts';

/** A page that was rendered again, with movable paths. */
export interface RenderedPage {
  key: PageKey;
  parts: CompiledPage[];
  files: RenderEntry['files'];
  search?: SearchedPage | undefined;
}

/**
 * Returns an error about the first difference, in a file or in the compiled data.
 *
 * @param entries.kept the entry that would have been reused; `compiled`: its compiled data
 * @param folder folder of the rendered files
 */
export function compareEntry(
  sourcePath: string,
  {
    made,
    cached,
    compiled,
  }: { made: RenderedPage; cached: RenderEntry | undefined; compiled: CompileEntry | undefined },
  { contents, folder }: { contents: Contents; folder: string },
): Diagnostic | undefined {
  // Serialized and deserialized like the cache entry, so that both have the same shape.
  const parts: unknown = deserialize(serialize(made.parts));
  const difference =
    (cached && findInFiles(cached, made, { contents, folder })) ??
    (compiled && findDifference(`${sourcePath}, compiled`, compiled.parts, parts));
  if (!difference) return undefined;
  const { compiling, rendering } = made.key;
  const old = cached ? [...cached.key.compiling, ...cached.key.rendering] : (compiled?.compiling ?? []);
  const requested = new Set(old.map(([question, name]) => `${question} ${name}`));
  const now = cached ? [...compiling, ...rendering] : compiling;
  const forgotten = now.filter(([question, name]) => !requested.has(`${question} ${name}`));
  const names = forgotten.map(([, name]) => shownPath(name));
  return madeDifferently(difference, { file: sourcePath, forgotten: [...new Set(names)] });
}

function findInFiles(
  cachedEntry: RenderEntry,
  made: RenderedPage,
  { contents, folder }: { contents: Contents; folder: string },
) {
  const hashes = new Map(cachedEntry.files.map(([file, , hash]) => [file, hash]));
  const files = new Map(made.files.map(([file]) => [file, disk.readFile(path.join(folder, file)) as Buffer]));
  for (const file of new Set([...files.keys(), ...hashes.keys()])) {
    const [bytes, hash] = [files.get(file), hashes.get(file)];
    if (bytes && hashOf(bytes) === hash) continue;
    const before = hash === undefined ? undefined : contents.read(file, hash)?.toString();
    return { name: file, before, now: bytes?.toString() };
  }
  return findDifference('What search knows of it', cachedEntry.search?.text, made.search?.text);
}
