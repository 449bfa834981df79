import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { packageVersion } from '../base/package-dir.ts';
import type { Site } from '../project/config/types.ts';
import { createSiteDependencies } from '../project/site-place.ts';
import { type Cache, createCache } from '../store/cache.ts';
import { TYPES_WORKER } from './types-thread.ts';

/** Creates the cache of what was read of types. It holds in a fresh checkout too, such as that of a build server. */
export function createTypesCache(site: Site): Cache {
  const version = [packageVersion, typescriptVersion(), workerHash()].join(' ');
  // `dev` asks again and again: each answer is as old as its question.
  return createCache({ root: site.root, version, reader: () => createSiteDependencies(site) });
}

/** A tool that is built anew may read types in another way. */
function workerHash(): string {
  return createHash('sha256').update(fs.readFileSync(TYPES_WORKER)).digest('base64url');
}

function typescriptVersion(): string {
  return createRequire(import.meta.url)('typescript/package.json').version;
}
