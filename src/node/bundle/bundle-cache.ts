import type { Site } from '../project/config/types.ts';
import { createSiteDependencies, createSiteEntries } from '../project/site-folders.ts';
import { type Cache, createCache, noCache, type OnFiles } from '../store/cache.ts';
import type { DependencyReader } from '../store/dependencies.ts';
import type { Entries } from '../store/entries.ts';
import { makersOf } from '../store/tool-files.ts';

/** Stores nothing if the site configures esbuild plugins. `onFiles` receives the files that the bundles depend on. */
export function createBundleCache(
  site: Site,
  {
    entries = createSiteEntries(site),
    reader = createSiteDependencies(site),
    onFiles,
  }: { entries?: Entries; reader?: DependencyReader; onFiles?: OnFiles } = {},
): Cache {
  // The output of a plugin may depend on anything.
  if (site.config.esbuild.plugins.length > 0) return noCache;
  return createCache({
    entries,
    version: () => makersOf(site),
    reader: () => reader,
    onFiles,
  });
}
