import { lstat, type Stats, stat } from 'node:fs';
import { readdir } from 'node:fs/promises';

export interface FileState {
  /** Differs after every change of the file, and after its replacement by another file. */
  version: string;
  isEmpty: boolean;
  /** Time of the last change to content, name or attributes: milliseconds since 1970 by the file system's clock. */
  changedAt: number;
}

export type Found = FileState | 'folder' | undefined;

/** Maximum number of parallel calls. Without a limit, the results for a large folder arrive all at once and block the process. */
const CHUNK = 256;

/** Returns the state of each path without opening it. Symbolic links are followed only where `follows` returns true. */
export async function look(paths: string[], follows: (path: string) => boolean): Promise<Found[]> {
  const found: Found[] = [];
  for (let start = 0; start < paths.length; start += CHUNK)
    found.push(...(await lookAtChunk(paths.slice(start, start + CHUNK), follows)));
  return found;
}

/** Uses callbacks, because 10,000 promises of `lstat` take twice as long. */
function lookAtChunk(paths: string[], follows: (path: string) => boolean): Promise<Found[]> {
  return new Promise((resolve) => {
    const found = new Array<Found>(paths.length);
    let open = paths.length;
    paths.forEach((path, index) => {
      const finish = (error: Error | null, stats: Stats): void => {
        // A path that cannot be read counts as missing.
        found[index] = error ? undefined : describe(stats);
        if (--open === 0) resolve(found);
      };
      lstat(path, (error, stats) => {
        if (!error && stats.isSymbolicLink() && follows(path)) stat(path, finish);
        else finish(error, stats);
      });
    });
  });
}

function describe(stats: Stats): Found {
  if (stats.isDirectory()) return 'folder';
  if (!stats.isFile()) return undefined;
  const { ino, size, mtimeMs, ctimeMs } = stats;
  return { version: [ino, size, mtimeMs, ctimeMs].join(' '), isEmpty: size === 0, changedAt: ctimeMs };
}

export async function isFolder(path: string): Promise<boolean> {
  const [found] = await look([path], () => true);
  return found === 'folder';
}

export async function listNames(folder: string): Promise<string[] | undefined> {
  // On errors, the caller checks the names that it knows, and so detects removed files.
  return readdir(folder).catch(() => undefined);
}
