import fs from 'node:fs';
import { createRequire } from 'node:module';
import { hashOf } from '../base/hash.ts';
import { packageVersion } from '../base/package-dir.ts';
import type { Site } from '../project/config/types.ts';
import { createSiteDependencies, createSiteEntries } from '../project/site-folders.ts';
import { type Cache, createCache } from '../store/cache.ts';
import type { EntryLog } from '../store/entry-log.ts';
import { TYPES_WORKER } from './types-thread.ts';

/**
 * Creates the cache of the types. Its results are also valid in a fresh checkout, for example on a build server.
 *
 * @param entries default: a separate log, which is saved after each result
 */
export function createTypesCache(site: Site, entries?: EntryLog): Cache {
  const version = [packageVersion, typescriptVersion(), workerHash()].join(' ');
  return createCache({
    entries: entries ?? createSiteEntries(site),
    version,
    // `dev` reads the disk again for each result.
    reader: () => createSiteDependencies(site),
    savesEach: entries === undefined,
  });
}

/** Returns a hash of the worker script: a rebuilt version of the tool may read types differently. */
function workerHash(): string {
  return hashOf(fs.readFileSync(TYPES_WORKER));
}

function typescriptVersion(): string {
  return createRequire(import.meta.url)('typescript/package.json').version;
}
