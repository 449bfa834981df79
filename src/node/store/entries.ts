import fs from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { hasCode } from '../base/errors.ts';
import { temporaryName } from '../base/files/replace-file.ts';
import { hexHash, startHash } from '../base/hash.ts';

/** Each id of a task keeps a few results, so that each branch of a repository has its own. */
export type Entries = ReturnType<typeof createEntries>;

const SITE_DIGITS = 8;
const MOST_RESULTS = 4;

/** @param options.root folder of the site: each site in a project has its own results */
export function createEntries(location: CacheLocation & { root: string }) {
  const { projectRoot, root } = location;
  const store = createEntryStore(location);
  const site = hexHash(path.relative(projectRoot, root), SITE_DIGITS);
  /** Names of the files, by the part of the name that task and id determine, the newest first. */
  let names: Map<string, Set<string>> | undefined;
  const tasks = new Set<string>();
  const groupOf = (task: string, id: string): string => `${task}.${site}${shortHash(id)}`;
  const add = (name: string): void => {
    const group = groupIn(name);
    if (group === undefined) return;
    names?.set(group, new Set([name, ...(names.get(group) ?? [])]));
    tasks.add(group.slice(0, group.indexOf('.') + 1 + SITE_DIGITS));
  };
  const namesOf = (task: string, id: string): Iterable<string> => {
    if (!names) {
      names = new Map();
      for (const file of removeOldest(location, { groupOf: groupIn, perGroup: MOST_RESULTS }))
        add(path.basename(file, '.bin'));
    }
    return names.get(groupOf(task, id)) ?? [];
  };
  return {
    has(task: string): boolean {
      namesOf(task, '');
      return tasks.has(`${task}.${site}`);
    },
    /** Returns the results for a key. There are several if their files differed. */
    *find(task: string, id: string, key: string): Generator<unknown> {
      const start = `${groupOf(task, id)}.${shortHash(key)}.`;
      for (const name of namesOf(task, id)) {
        const value = name.startsWith(start) ? store.read(name) : undefined;
        if (value !== undefined) yield value;
      }
    },
    /** Returns a result for an id: the one that this process wrote last, or else the newest. */
    findAny(task: string, id: string): unknown {
      for (const name of namesOf(task, id)) {
        const value = store.read(name);
        if (value !== undefined) return value;
      }
      return undefined;
    },
    write(
      task: string,
      id: string,
      { key, value, variant = '' }: { key: string; value: unknown; variant?: string | undefined },
    ): void {
      namesOf(task, id);
      const name = `${groupOf(task, id)}.${shortHash(key)}.${shortHash(variant)}`;
      store.write(name, value);
      add(name);
    },
  };
}

function groupIn(name: string): string | undefined {
  return /^([\w-]+\.[\w-]+)\.[\w-]+\.[\w-]+(?:\.bin)?$/.exec(name)?.[1];
}

function shortHash(text: string): string {
  return hexHash(text, 20);
}

/** Bytes of the SHA-256 hash at the start of each file, computed from the rest. */
const HASH_LENGTH = 32;

export function createEntryStore(location: CacheLocation) {
  const fileOf = (name: string): string =>
    path.join(cacheFolder(location.projectRoot, location.cacheDir), `${name}.bin`);
  return {
    /** Returns the value of an entry; undefined if it is missing or damaged. Updates the entry's time, so that it is evicted later. */
    read(name: string): unknown {
      const file = fileOf(name);
      try {
        const bytes = fs.readFileSync(file);
        const content = bytes.subarray(HASH_LENGTH);
        if (!checksumOf(content).equals(bytes.subarray(0, HASH_LENGTH))) return undefined;
        const now = new Date();
        fs.utimesSync(file, now, now);
        return deserialize(content);
      } catch {
        // Missing, or written by another version of Node.js.
        return undefined;
      }
    },
    write(name: string, value: unknown): void {
      const content = serialize(value);
      writeEntry(location, name, [checksumOf(content), content]);
    },
  };
}

function checksumOf(content: Uint8Array): Buffer {
  return startHash().update(content).digest();
}

interface CacheLocation {
  /** Folder of the project. The cache is in its `node_modules`; without that folder, nothing is cached. */
  projectRoot: string;
  /** Cache folder to use instead of the one in `node_modules`. */
  cacheDir?: string | undefined;
  /** Maximum total size in bytes; beyond it, the oldest files are evicted. Default: {@link MOST_BYTES}. */
  most?: number | undefined;
}

interface CacheFile {
  file: string;
  bytes: number;
  /** Time at which the file was last written or used, in milliseconds since the epoch. */
  time: number;
}

/** Default size limit. A site of 1,000 pages takes 100 MB. */
const MOST_BYTES = 1e9;

/** Age in milliseconds after which the unfinished files of a killed build are removed. */
const STALE = 3_600_000;

/** Returns the cache folder: the configured one, or else one in the project's `node_modules`. */
export function cacheFolder(projectRoot: string, cacheDir?: string): string {
  return cacheDir ?? path.join(projectRoot, 'node_modules/.cache/cascader-docs');
}

/** Returns an empty list if the folder is missing. */
export function listEntries(folder: string): CacheFile[] {
  return list(folder, (name) => name.endsWith('.bin'));
}

/** Lists files that are still being written, or that a killed build left unfinished. */
export function listUnfinished(folder: string): CacheFile[] {
  return list(folder, (name) => /\.bin\.[0-9a-f-]{36}(?:\.tmp)?$/.test(name));
}

function list(folder: string, isWanted: (name: string) => boolean): CacheFile[] {
  try {
    return fs
      .readdirSync(folder)
      .filter(isWanted)
      .map((name) => {
        const file = path.join(folder, name);
        const { size, mtimeMs } = fs.statSync(file);
        return { file, bytes: size, time: mtimeMs };
      })
      .sort((a, b) => a.time - b.time || a.file.localeCompare(b.file, 'en'));
  } catch {
    // The folder is missing, or another build has just removed a file.
    return [];
  }
}

/**
 * Writes atomically, so that a killed process leaves no partial file. Ignores write errors: the next build only takes
 * longer.
 */
function writeEntry({ projectRoot, cacheDir }: CacheLocation, name: string, content: Uint8Array[]): void {
  const folder = cacheFolder(projectRoot, cacheDir);
  const target = path.join(folder, `${name}.bin`);
  const temporary = temporaryName(target);
  const write = (): void => fs.writeFileSync(temporary, Buffer.concat(content), { flag: 'wx' });
  try {
    try {
      write();
    } catch (error) {
      const isAllowed = cacheDir !== undefined || fs.existsSync(path.join(projectRoot, 'node_modules'));
      if (!hasCode(error, 'ENOENT') || !isAllowed) throw error;
      fs.mkdirSync(folder, { recursive: true });
      write();
    }
    fs.renameSync(temporary, target);
  } catch {
    try {
      fs.rmSync(temporary, { force: true });
    } catch {
      // The folder is a file.
    }
  }
}

/**
 * Removes unfinished entries, all but the newest of each group, and the oldest above the size limit. Returns the names
 * of the remaining ones, the oldest first.
 */
function removeOldest(
  { projectRoot, cacheDir, most = MOST_BYTES }: CacheLocation,
  { groupOf, perGroup }: { groupOf: (name: string) => string | undefined; perGroup: number },
): string[] {
  const folder = cacheFolder(projectRoot, cacheDir);
  const remove = (file: string): void => fs.rmSync(file, { force: true });
  const kept: string[] = [];
  try {
    for (const { file, time } of listUnfinished(folder)) if (time < Date.now() - STALE) remove(file);
    const counts = new Map<string, number>();
    let total = 0;
    for (const { file, bytes } of listEntries(folder).reverse()) {
      const name = path.basename(file);
      const group = groupOf(name);
      const count = group === undefined ? 0 : (counts.get(group) ?? 0) + 1;
      if (group !== undefined) counts.set(group, count);
      if (count > perGroup || (kept.length > 0 && total + bytes > most)) {
        remove(file);
        continue;
      }
      total += bytes;
      kept.push(name);
    }
  } catch {
    // The folder is not writable.
  }
  return kept.reverse();
}
