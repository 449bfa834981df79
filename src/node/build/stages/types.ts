import type { Cache } from '../../store/cache.ts';
import { readTypesEarly } from '../../types/read-types.ts';
import { createTypesCache } from '../../types/types-cache.ts';
import type { TypesReader } from '../../types/types-reader.ts';
import type { Job } from './job.ts';

/** Starts and awaits reading of the library's types while the other stages run. */
export interface TypesJob {
  cache: Cache;
  signal: AbortSignal;
  /** Reader that started before the pages were known. */
  early: TypesReader | undefined;
}

/** Starts to read the types of the library immediately if the last build needed them. */
export function beginTypes({ site, options, run }: Job): TypesJob {
  const { typesCache: cache = createTypesCache(site) } = options;
  const signal = run.ending;
  return { cache, signal, early: readTypesEarly(site, { cache, signal }) };
}
