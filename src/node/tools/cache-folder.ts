/** What is kept of a site between builds: told, and removed. */
import fs from 'node:fs';
import { loadSite } from '../build/site.ts';
import { cacheFolder, listEntries, listUnfinished } from '../store/entry-files.ts';

/** What lies in the cache of a site. */
export interface CacheInfo {
  /** Absolute. */
  folder: string;
  entries: number;
  bytes: number;
}

/** Tells where a site's cache is, and how large; with `clear` it is emptied first. */
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
  // Entries alone: other commands have files of their own there.
  if (clear) for (const { file } of [...found, ...listUnfinished(folder)]) fs.rmSync(file, { force: true });
  return { folder, entries: found.length, bytes: found.reduce((sum, { bytes }) => sum + bytes, 0) };
}
