import type { Site } from '../project/config/types.ts';
import { createSiteDependencies } from '../project/site-place.ts';
import { type Cache, createCache, noCache } from '../store/cache.ts';
import type { DependencyReader } from '../store/dependencies.ts';
import { makersOf } from '../store/tool-files.ts';

/**
 * Creates the cache of a site's bundles; it keeps nothing for a site with plugins of its own.
 *
 * @param reader asks the disk for this build; default a new one
 */
export function createBundleCache(site: Site, reader: DependencyReader = createSiteDependencies(site)): Cache {
  // What a plugin makes may depend on anything.
  if (site.config.esbuild.plugins.length > 0) return noCache;
  return createCache({ root: site.root, version: () => makersOf(site), reader: () => reader });
}
