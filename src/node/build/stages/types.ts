import type { Cache } from '../../store/cache.ts';
import { readTypesEarly } from '../../types/read-types.ts';
import { createTypesCache } from '../../types/types-cache.ts';
import type { TypesReader } from '../../types/types-reader.ts';
import type { Job } from './job.ts';

/** How the types of the library are read, beside the other stages. */
export interface TypesJob {
  cache: Cache;
  signal: AbortSignal;
  /** Reading that began before the pages were known. */
  early: TypesReader | undefined;
}

/** Begins to read the types of the library at once if the last build needed them. */
export function beginTypes({ site, options, run }: Job): TypesJob {
  const { typesCache: cache = createTypesCache(site) } = options;
  const signal = run.ending;
  return { cache, signal, early: readTypesEarly(site, { cache, signal }) };
}
