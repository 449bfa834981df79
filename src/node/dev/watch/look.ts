import { lstat, type Stats, stat } from 'node:fs';
import { readdir } from 'node:fs/promises';

/** What is remembered of a file, to see later whether it is another. */
export interface FileState {
  /** Differs after every change of the file, and after its replacement by another. */
  version: string;
  isEmpty: boolean;
  /** When the content, the name or the attributes changed: milliseconds since 1970 by the file system's clock. */
  changedAt: number;
}

/** What stands at a path; undefined for nothing, and for what is neither file nor folder. */
export type Found = FileState | 'folder' | undefined;

/** Calls under way at a time; without a limit the answers for a large folder arrive all at once and block the process. */
const CHUNK = 256;

/** Looks at each path, opening none. Links are followed only where `follows` says so. */
export async function look(paths: string[], follows: (path: string) => boolean): Promise<Found[]> {
  const found: Found[] = [];
  for (let start = 0; start < paths.length; start += CHUNK)
    found.push(...(await lookAtChunk(paths.slice(start, start + CHUNK), follows)));
  return found;
}

/** With callbacks, since ten thousand promises of `lstat` take twice the time. */
function lookAtChunk(paths: string[], follows: (path: string) => boolean): Promise<Found[]> {
  return new Promise((resolve) => {
    const found = new Array<Found>(paths.length);
    let open = paths.length;
    paths.forEach((path, index) => {
      const finish = (error: Error | null, stats: Stats): void => {
        // What cannot be looked at is not there for a reader either.
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

/** True when a folder, or a link to one, stands at `path`. */
export async function isFolder(path: string): Promise<boolean> {
  const [found] = await look([path], () => true);
  return found === 'folder';
}

/** Names in a folder; undefined when it cannot be listed, because it is gone or for another reason. */
export async function listNames(folder: string): Promise<string[] | undefined> {
  // The caller looks at the names that it knows, and so learns whether they are gone.
  return readdir(folder).catch(() => undefined);
}
