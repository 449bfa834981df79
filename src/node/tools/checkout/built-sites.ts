import fs from 'node:fs/promises';
import path from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { hasCode } from '../../base/files/error-code.ts';
import { createWorkId } from '../../base/files/work-names.ts';
import { acquireLock, isLocked } from '../../output/lock.ts';
import { removeFolder } from '../../output/remove-folder.ts';

export interface BuiltSite {
  folder: string;
  diagnostics: Diagnostic[];
}

/** Maximum number of entries, and of log files, apart from entries that a process uses. */
const MOST = 3;

const ABOUT = 'about.json';

/** One entry of the cache, which may be missing. Until it is released, no process evicts it. */
export type SiteEntry = Awaited<ReturnType<typeof openEntry>>;

/**
 * `<key>` is a complete entry, renamed from `<key>.new-<id>`; `<key>.use-<id>` the lock of a process that uses it;
 * `<key>.log` the output of a failed build.
 */
export async function openEntry(cache: string, key: string) {
  await fs.mkdir(cache, { recursive: true });
  const id = createWorkId();
  const entry = path.join(cache, key);
  const unfinished = `${entry}.new-${id}`;
  const lock = await acquireLock(`${entry}.use-${id}`, entry);
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
    /** Evicts the entries that were used least recently. */
    async store(site: string, diagnostics: Diagnostic[]): Promise<BuiltSite> {
      await fs.mkdir(unfinished);
      await move(site, path.join(unfinished, 'site'));
      await fs.writeFile(path.join(unfinished, ABOUT), JSON.stringify(diagnostics));
      try {
        await fs.rename(unfinished, entry);
      } catch (error) {
        // Another process has built the same commit in the meantime.
        if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES') || !(await read())) throw error;
        await removeFolder(unfinished);
      }
      await fs.rm(`${entry}.log`, { force: true });
      // If an old entry cannot be removed, the next run tries again.
      await clean(cache).catch(() => undefined);
      return { folder: path.join(entry, 'site'), diagnostics };
    },
    async release(): Promise<void> {
      await removeFolder(unfinished);
      await lock.release();
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

/** Removes old entries and logs, and everything that killed processes left behind. */
async function clean(cache: string): Promise<void> {
  const unfinished: string[] = [];
  const [entries, logs]: [Aged[], Aged[]] = [[], []];
  for (const name of await fs.readdir(cache)) {
    const kind = /\.(use|new|log)(?:-\w+)*$/.exec(name)?.[1];
    if (kind === 'use') {
      if (!(await isLocked(path.join(cache, name)))) await fs.rm(path.join(cache, name), { force: true });
    } else if (kind === 'new') {
      unfinished.push(name);
    } else {
      const stats = await fs.stat(path.join(cache, name)).catch(() => undefined);
      if (stats) (kind === 'log' ? logs : entries).push({ name, time: stats.mtimeMs });
    }
  }
  for (const name of oldest(logs)) await fs.rm(path.join(cache, name), { force: true });
  for (const name of oldest(entries)) await evict(cache, name);
  for (const name of unfinished) {
    if (!(await isLocked(path.join(cache, name.replace('.new-', '.use-'))))) await removeFolder(path.join(cache, name));
  }
}

interface Aged {
  name: string;
  time: number;
}

function oldest(found: Aged[]): string[] {
  return found
    .sort((one, other) => other.time - one.time)
    .slice(MOST)
    .map(({ name }) => name);
}

async function isUsed(cache: string, key: string): Promise<boolean> {
  for (const name of await fs.readdir(cache)) {
    if (name.startsWith(`${key}.use-`) && (await isLocked(path.join(cache, name)))) return true;
  }
  return false;
}

/** The entry is renamed first, so that it is never incomplete. */
async function evict(cache: string, key: string): Promise<void> {
  if (await isUsed(cache, key)) return;
  const entry = path.join(cache, key);
  const aside = `${entry}.new-${createWorkId()}`;
  try {
    await fs.rename(entry, aside);
    // A process may have opened the entry since.
    if (await isUsed(cache, key)) return await fs.rename(aside, entry);
  } catch (error) {
    // Another process has evicted it, or has built it again.
    if (!hasCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES')) throw error;
  }
  await removeFolder(aside);
}
