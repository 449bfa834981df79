import path from 'node:path';
import { packageDir } from '../base/package-dir.ts';
import { createDependencies, type DependencyReader, type Place } from '../store/dependencies.ts';
import { createEntryLog, type EntryLog } from '../store/entry-log.ts';
import type { Site } from './config/types.ts';

/** Where a site is built. */
export function placeOf({ projectRoot, workspace, config: { outDir, cacheDir } }: Site): Place {
  return { projectRoot, base: workspace?.root ?? projectRoot, outDir, cacheDir };
}

/** Asks the disk for one build of a site. @param since when it began, in milliseconds since the epoch; default now */
export function createSiteDependencies(site: Site, since?: number): DependencyReader {
  const { projectRoot, root, config } = site;
  // The tool's own folder may be that of a project, in which another build writes and removes its files meanwhile.
  const homes = [projectRoot, packageDir].flatMap((folder) => [folder, path.join(folder, 'node_modules')]);
  const busy = [...homes, root, path.dirname(config.outDir)];
  return createDependencies(placeOf(site), { since, busy });
}

/** Opens the cached results of a site. */
export function createSiteEntries({
  root,
  projectRoot,
  config: { cacheDir },
}: Pick<Site, 'root' | 'projectRoot'> & { config: Pick<Site['config'], 'cacheDir'> }): EntryLog {
  return createEntryLog({ root, projectRoot, cacheDir });
}
