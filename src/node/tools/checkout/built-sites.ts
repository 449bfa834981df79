import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { hasCode } from '../../base/errors.ts';
import { createNewCheck } from '../../base/files/like-new.ts';
import { isInside } from '../../base/files/paths.ts';
import { createWorkId } from '../../base/files/work-names.ts';
import { hexHash } from '../../base/hash.ts';
import { removeFolder } from '../../output/remove-folder.ts';
import type { Site } from '../../project/config/types.ts';
import { cacheFolder } from '../../store/entries.ts';
import { foldersUp } from './install-command.ts';
import { isUnused } from './work-folder.ts';

export interface BuiltSite {
  folder: string;
  diagnostics: Diagnostic[];
}

const ABOUT = 'about.json';
/** Folder that contains all entries. */
const FOLDER = 'commits';

/** One cache entry, which may not exist. */
export type SiteEntry = Awaited<ReturnType<typeof openEntry>>;

/** Opens an entry. `<key>` is a complete entry, renamed from `<key>.new-<id>`; `<key>.log` is the output of a failed build. */
export async function openEntry(cache: string, key: string) {
  await fs.mkdir(cache, { recursive: true });
  const entry = path.join(cache, key);
  const read = async (): Promise<BuiltSite | undefined> => {
    try {
      const diagnostics = JSON.parse(await fs.readFile(path.join(entry, ABOUT), 'utf8')) as Diagnostic[];
      await fs.utimes(entry, new Date(), new Date());
      return { folder: path.join(entry, 'site'), diagnostics };
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    }
  };
  return {
    /** Path of the log file of a failed build. */
    log: `${entry}.log`,
    read,
    /** Stores an entry, and evicts entries that have not been used for a day. */
    async store(site: string, diagnostics: Diagnostic[]): Promise<BuiltSite> {
      const unfinished = `${entry}.new-${createWorkId()}`;
      try {
        await fs.mkdir(unfinished);
        await move(site, path.join(unfinished, 'site'));
        await fs.writeFile(path.join(unfinished, ABOUT), JSON.stringify(diagnostics));
        await fs.rename(unfinished, entry);
      } catch (error) {
        await removeFolder(unfinished);
        // Another process may have built the same commit in the meantime.
        if (!(await read())) throw error;
      }
      await fs.rm(`${entry}.log`, { force: true });
      // If an old entry cannot be removed, the next run tries again.
      await removeUnused(cache).catch(() => undefined);
      return { folder: path.join(entry, 'site'), diagnostics };
    },
  };
}

/** Moves a folder, which may be on another disk. */
async function move(from: string, to: string): Promise<void> {
  try {
    await fs.rename(from, to);
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error;
    await fs.cp(from, to, { recursive: true });
  }
}

/** Removes old entries and logs, and files that killed processes left behind. */
async function removeUnused(cache: string): Promise<void> {
  for (const name of await fs.readdir(cache)) {
    const file = path.join(cache, name);
    const stats = await fs.stat(file).catch(() => undefined);
    if (stats && isUnused(stats)) await removeFolder(file);
  }
}

/**
 * Returns the cache folder of the project or of the nearest parent folder with `node_modules`, as in a workspace;
 * otherwise a folder for temporary files.
 */
export async function siteCacheFolder(
  { projectRoot, config }: Pick<Site, 'projectRoot'> & { config: Pick<Site['config'], 'cacheDir'> },
  top: string,
): Promise<string> {
  if (config.cacheDir !== undefined) return path.join(config.cacheDir, FOLDER);
  const candidates = isInside(top, projectRoot) ? foldersUp(projectRoot, top) : [projectRoot];
  for (const dir of candidates)
    if (existsSync(path.join(dir, 'node_modules'))) return path.join(cacheFolder(dir), FOLDER);
  const folder = path.join(os.tmpdir(), `cascader-docs-${FOLDER}-${hexHash(projectRoot, 16)}`);
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const stats = await fs.lstat(folder);
  if (stats.isDirectory() && createNewCheck(0o700)(stats)) return folder;
  // Another user could place a forged site there.
  throw failure(2, 'checkout-failed', { case: 'system', folder, reason: 'it belongs to another user' });
}
