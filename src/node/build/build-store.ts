import { createBundleCache } from '../bundle/bundle-cache.ts';
import type { Site } from '../project/config/types.ts';
import { createSiteEntries } from '../project/site-folders.ts';
import { noCache } from '../store/cache.ts';
import { type Contents, createContents } from '../store/contents.ts';
import type { DependencyReader } from '../store/dependencies.ts';
import type { EntryLog } from '../store/entry-log.ts';
import { type Verification, verifyCache } from '../store/verify.ts';
import { createTypesCache } from '../types/types-cache.ts';
import type { BuildOptions } from './build-options.ts';
import type { PipelineOptions } from './pipeline-options.ts';

/** Cached results of earlier builds, as far as the options allow their use. */
export interface BuildStore extends Pick<PipelineOptions, 'cache' | 'typesCache' | 'lastInputs'> {
  entries: EntryLog | undefined;
  contents: Contents | undefined;
}

/** @param how.realOutDir the last output; absolute, real path */
export function openStore(
  site: Site,
  {
    options,
    reader,
    verification,
    realOutDir: outDir,
    lastInputs,
  }: {
    options: Pick<BuildOptions, 'cache'>;
    reader: DependencyReader;
    verification: Verification | undefined;
    realOutDir: string;
    lastInputs: BuildStore['lastInputs'];
  },
): BuildStore {
  if (options.cache === false) return { cache: noCache, typesCache: noCache, entries: undefined, contents: undefined };
  const { projectRoot, config } = site;
  const entries = createSiteEntries(site);
  return {
    entries,
    lastInputs,
    cache: verifyCache(createBundleCache(site, { entries, reader }), verification),
    typesCache: verifyCache(createTypesCache(site, entries), verification),
    contents: createContents({ projectRoot, cacheDir: config.cacheDir, outDir }),
  };
}
