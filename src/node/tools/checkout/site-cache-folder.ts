import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { createNewCheck } from '../../base/files/like-new.ts';
import { isInside } from '../../base/files/paths.ts';
import { hexHash } from '../../base/hash.ts';
import type { Site } from '../../project/config/types.ts';
import { cacheFolder } from '../../store/entries.ts';
import { foldersUp } from './install-command.ts';

const NAME = 'commits';

/**
 * The project's cache folder, or that of the nearest parent with `node_modules`, as in a workspace; otherwise the
 * system's folder for temporary files.
 */
export async function siteCacheFolder(
  { projectRoot, config }: Pick<Site, 'projectRoot'> & { config: Pick<Site['config'], 'cacheDir'> },
  top: string,
): Promise<string> {
  if (config.cacheDir !== undefined) return path.join(config.cacheDir, NAME);
  const candidates = isInside(top, projectRoot) ? foldersUp(projectRoot, top) : [projectRoot];
  for (const dir of candidates)
    if (existsSync(path.join(dir, 'node_modules'))) return path.join(cacheFolder(dir), NAME);
  const folder = path.join(os.tmpdir(), `cascader-docs-${NAME}-${hexHash(projectRoot, 16)}`);
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const stats = await fs.lstat(folder);
  if (stats.isDirectory() && createNewCheck(0o700)(stats)) return folder;
  // Another user could provide a false site.
  throw failure(2, 'checkout-failed', { case: 'system', folder, reason: 'it belongs to another user' });
}
