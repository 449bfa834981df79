import { createBundleCache } from '../bundle/bundle-key.ts';
import type { Site } from '../project/config/types.ts';
import { createSiteEntries } from '../project/site-folders.ts';
import { noCache, type OnFiles } from '../store/cache.ts';
import type { DependencyReader } from '../store/dependencies.ts';
import type { Entries } from '../store/entries.ts';
import { type Verification, verifyCache } from '../store/verify.ts';
import { createTypesCache } from '../types/types-reader.ts';
import type { BuildOptions } from './build-options.ts';
import type { PipelineOptions } from './pipeline-options.ts';

export type BuildStore = Pick<PipelineOptions, 'cache' | 'typesCache'> & { entries: Entries | undefined };

/** `onFiles` receives the files that bundles and types depend on. */
export function openStore(
  site: Site,
  {
    options,
    reader,
    verification,
    onFiles,
  }: {
    options: Pick<BuildOptions, 'cache'>;
    reader: DependencyReader;
    verification: Verification | undefined;
    onFiles: OnFiles;
  },
): BuildStore {
  if (options.cache === false) return { cache: noCache, typesCache: noCache, entries: undefined };
  const entries = createSiteEntries(site);
  return {
    entries,
    cache: verifyCache(createBundleCache(site, { entries, reader, onFiles }), verification),
    typesCache: verifyCache(createTypesCache(site, { entries, onFiles }), verification),
  };
}
