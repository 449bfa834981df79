import path from 'node:path';
import { type Cache, createCache, noCache } from '../cache/cache.ts';
import { createFileStates } from '../cache/file-states.ts';
import { makersOf } from '../cache/tool-files.ts';
import type { Site } from '../config/types.ts';
import { packageDir } from '../package-dir.ts';

/** Creates the cache of a site's bundles; it keeps nothing for a site with plugins of its own. */
export function createBundleCache(site: Site): Cache {
  const { projectRoot, root, workspace, config } = site;
  // What a plugin makes may depend on anything.
  if (config.esbuild.plugins.length > 0) return noCache;
  const base = workspace?.root ?? projectRoot;
  // The tool's own folder may be that of a project, in which another build writes and removes its files meanwhile.
  const homes = [projectRoot, packageDir].flatMap((folder) => [folder, path.join(folder, 'node_modules')]);
  const busy = [...homes, root, path.dirname(config.outDir)];
  const states = createFileStates({ projectRoot, base, busy });
  return createCache({
    projectRoot,
    cacheDir: config.cacheDir,
    root,
    base,
    version: () => makersOf(site),
    states,
  });
}
