import { deserialize, serialize } from 'node:v8';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import { findDifference, madeDifferently } from '../../store/verify.ts';
import type { PageKey } from './page-key.ts';

export interface RenderEntry {
  key: PageKey;
  lists: AskedLists;
  /** Texts by output path. */
  files: Map<string, string>;
  search?: string | undefined;
}

/** Digests of lists of pages, by content locale and path. */
export type AskedLists = Map<string, string>;

export interface RenderedPage extends Pick<RenderEntry, 'files' | 'search'> {
  parts: CompiledPage[];
}

/** `cached`: the entry that would have been reused; `parts`: its compiled data. */
export function compareEntry(
  sourcePath: string,
  made: RenderedPage,
  { rendered, parts }: { rendered: RenderEntry | undefined; parts: CompiledPage[] | undefined },
): Diagnostic | undefined {
  const difference =
    (rendered && findInFiles(rendered, made)) ??
    // Serialized and deserialized like the cache entry, so that both have the same shape.
    (parts && findDifference(`${sourcePath}, compiled`, parts, deserialize(serialize(made.parts))));
  return difference && madeDifferently(difference, sourcePath);
}

function findInFiles(cached: RenderEntry, made: RenderedPage) {
  for (const file of new Set([...made.files.keys(), ...cached.files.keys()])) {
    const [before, now] = [cached.files.get(file), made.files.get(file)];
    if (before !== now) return { name: file, before, now };
  }
  return findDifference('What search knows of it', cached.search, made.search);
}
