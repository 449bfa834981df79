import path from 'node:path';
import { packageDir } from '../base/package-dir.ts';
import { createDependencies, type DependencyReader, type SiteFolders } from '../store/dependencies.ts';
import { createEntries, type Entries } from '../store/entries.ts';
import type { Site } from './config/types.ts';

/** Returns the folders to which cached paths are relative. */
function foldersOf({ projectRoot, workspace }: Pick<Site, 'projectRoot' | 'workspace'>): SiteFolders {
  return { projectRoot, base: workspace?.root ?? projectRoot };
}

/** `since`: milliseconds since the epoch; default: now. */
export function createSiteDependencies(site: Site, since?: number): DependencyReader {
  const { projectRoot, root, config } = site;
  // The folder of this package may belong to a project in which another build writes and removes files at the same time.
  const homes = [projectRoot, packageDir].flatMap((folder) => [folder, path.join(folder, 'node_modules')]);
  const busy = [...homes, root, path.dirname(config.outDir)];
  return createDependencies(foldersOf(site), { since, busy });
}

export function createSiteEntries({
  root,
  projectRoot,
  config: { cacheDir },
}: Pick<Site, 'root' | 'projectRoot'> & { config: Pick<Site['config'], 'cacheDir'> }): Entries {
  return createEntries({ root, projectRoot, cacheDir });
}
