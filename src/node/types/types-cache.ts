import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { type Cache, createCache } from '../cache/cache.ts';
import { createContentStates } from '../cache/content-states.ts';
import type { Site } from '../config/types.ts';
import { packageVersion } from '../package-dir.ts';
import { TYPES_WORKER } from './types-thread.ts';

/** Creates the cache of what was read of types. It holds in a fresh checkout too, such as that of a build server. */
export function createTypesCache({ projectRoot, root, config: { cacheDir } }: Site): Cache {
  const version = [packageVersion, typescriptVersion(), workerHash()].join(' ');
  return createCache({ projectRoot, cacheDir, root, version, states: createContentStates(projectRoot) });
}

/** A tool that is built anew may read types in another way. */
function workerHash(): string {
  return createHash('sha256').update(fs.readFileSync(TYPES_WORKER)).digest('base64url');
}

function typescriptVersion(): string {
  return createRequire(import.meta.url)('typescript/package.json').version;
}
