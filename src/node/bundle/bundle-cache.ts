import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Cache, createCache, noCache } from '../cache/cache.ts';
import { createFileStates } from '../cache/file-states.ts';
import type { Site } from '../config/types.ts';
import { packageVersion } from '../package-dir.ts';

/** Creates the cache of a site's bundles; it keeps nothing for a site with plugins of its own. */
export function createBundleCache({ projectRoot, root, config }: Site): Cache {
  // What a plugin makes may depend on anything.
  if (config.esbuild.plugins.length > 0) return noCache;
  // This module is part of a file that is named by what is in it: a tool that is built anew bundles anew.
  const self = fileURLToPath(import.meta.url);
  const { mtimeMs, size } = fs.statSync(self);
  const version = [packageVersion, self, mtimeMs, size, projectRoot].join(' ');
  const { cacheDir } = config;
  return createCache({ projectRoot, cacheDir, root, version, states: createFileStates(projectRoot) });
}
