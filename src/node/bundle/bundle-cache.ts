import type { Site } from '../project/config/types.ts';
import { createSiteDependencies, createSiteEntries } from '../project/site-folders.ts';
import { type Cache, createCache, noCache } from '../store/cache.ts';
import type { DependencyReader } from '../store/dependencies.ts';
import type { EntryLog } from '../store/entry-log.ts';
import { makersOf } from '../store/tool-files.ts';

/**
 * Creates the cache of a site's bundles. It stores nothing if the site configures esbuild plugins.
 *
 * @param options.entries shared log of cache entries. By default, the cache has its own and saves it with each result
 * @param options.reader queries the disk for this build. Default: a new reader
 */
export function createBundleCache(
  site: Site,
  { entries, reader = createSiteDependencies(site) }: { entries?: EntryLog; reader?: DependencyReader } = {},
): Cache {
  // The output of a plugin may depend on anything.
  if (site.config.esbuild.plugins.length > 0) return noCache;
  return createCache({
    entries: entries ?? createSiteEntries(site),
    version: () => makersOf(site),
    reader: () => reader,
    savesEach: entries === undefined,
  });
}
