import fs from 'node:fs';
import { loadSite } from '../build/site.ts';
import { cacheFolder, listEntries, listUnfinished } from '../store/entries.ts';

/** Contents of a site's cache. */
export interface CacheInfo {
  /** Absolute path of the folder. */
  folder: string;
  entries: number;
  bytes: number;
}

/** Returns the location and size of a site's cache. With `clear`, empties the cache first. */
export async function cacheInfo({
  root = process.cwd(),
  clear = false,
}: {
  root?: string;
  clear?: boolean;
} = {}): Promise<CacheInfo> {
  const { site } = await loadSite(root);
  const folder = cacheFolder(site.projectRoot, site.config.cacheDir);
  const found = listEntries(folder);
  // Only cache entries are deleted, because other commands store files in the same folder.
  if (clear) for (const { file } of [...found, ...listUnfinished(folder)]) fs.rmSync(file, { force: true });
  return { folder, entries: found.length, bytes: found.reduce((sum, { bytes }) => sum + bytes, 0) };
}
