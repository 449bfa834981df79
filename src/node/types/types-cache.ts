import fs from 'node:fs';
import { createRequire } from 'node:module';
import { hashOf } from '../base/hash.ts';
import { packageVersion } from '../base/package-dir.ts';
import type { Site } from '../project/config/types.ts';
import { createSiteDependencies, createSiteEntries } from '../project/site-folders.ts';
import { type Cache, createCache, type OnFiles } from '../store/cache.ts';
import type { Entries } from '../store/entries.ts';
import { TYPES_WORKER } from './types-thread.ts';

/** Valid in a fresh checkout too. `onFiles` receives the files that the results depend on. */
export function createTypesCache(
  site: Site,
  { entries = createSiteEntries(site), onFiles }: { entries?: Entries; onFiles?: OnFiles } = {},
): Cache {
  const version = [packageVersion, typescriptVersion(), workerHash()].join(' ');
  return createCache({
    entries,
    version,
    // `dev` reads the disk again for each result.
    reader: () => createSiteDependencies(site),
    onFiles,
  });
}

/** Returns a hash of the worker script: a rebuilt version of the tool may read types differently. */
function workerHash(): string {
  return hashOf(fs.readFileSync(TYPES_WORKER));
}

function typescriptVersion(): string {
  return createRequire(import.meta.url)('typescript/package.json').version;
}
