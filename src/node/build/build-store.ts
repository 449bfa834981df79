import { createBundleCache } from '../bundle/bundle-key.ts';
import type { Site } from '../project/config/types.ts';
import { createSiteDependencies, createSiteEntries } from '../project/site-folders.ts';
import { type Cache, noCache, type OnFiles } from '../store/cache.ts';
import type { DependencyReader } from '../store/dependencies.ts';
import type { Entries } from '../store/entries.ts';
import { type Verification, verifyCache } from '../store/verify.ts';
import { createTypesCache } from '../types/types-reader.ts';
import type { BuildOptions } from './build-options.ts';

export interface BuildStore {
  cache: Cache;
  typesCache: Cache;
  entries: Entries | undefined;
}

/** `onFiles` is called with the files that bundles and types depend on. */
export function openStore(
  site: Site,
  {
    options = {},
    reader = createSiteDependencies(site),
    verification,
    onFiles,
  }: {
    options?: Pick<BuildOptions, 'cache'>;
    reader?: DependencyReader;
    verification?: Verification | undefined;
    onFiles?: OnFiles;
  } = {},
): BuildStore {
  if (options.cache === false) return { cache: noCache, typesCache: noCache, entries: undefined };
  const entries = createSiteEntries(site);
  return {
    entries,
    cache: verifyCache(createBundleCache(site, { entries, reader, onFiles }), verification),
    typesCache: verifyCache(createTypesCache(site, { entries, onFiles }), verification),
  };
}
