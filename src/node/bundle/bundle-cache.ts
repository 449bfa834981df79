import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cache, createCache, noCache } from '../cache/cache.ts';
import { createFileStates } from '../cache/file-states.ts';
import { disk, hashOf } from '../cache/observe-reads.ts';
import { packageManifests } from '../cache/tool-files.ts';
import type { Site } from '../config/types.ts';
import { packageDir } from '../package-dir.ts';

/** Creates the cache of a site's bundles; it keeps nothing for a site with plugins of its own. */
export function createBundleCache({ projectRoot, root, workspace, config }: Site): Cache {
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
    version: () => toolVersion(projectRoot),
    states,
  });
}

/** The tool by what is in its files, and the packages that it and the project bring, such as the bundler and Less. */
function toolVersion(projectRoot: string): string {
  // This module is part of a file of the tool; the others lie beside it.
  const folder = path.dirname(fileURLToPath(import.meta.url));
  const names = (disk.readdir(folder) as string[]).filter((name) => /\.[jt]s$/.test(name)).sort();
  const files = [...names.map((name) => path.join(folder, name)), ...packageManifests(projectRoot)];
  return files.map((file) => hashOf(disk.readFile(file))).join(' ');
}
