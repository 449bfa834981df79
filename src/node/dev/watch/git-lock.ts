import { lstat, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** A lock that is older than the changes by more is not theirs: `git commit -a` waits for an editor, a crash left it. */
const LOCK_AGE_MS = 5_000;

/** Paths of the locks that Git holds while it changes many files: of the nearest repository of each folder. */
export async function findGitLocks(folders: Iterable<string>): Promise<string[]> {
  const locks = await Promise.all([...new Set(folders)].map(findGitLock));
  return [...new Set(locks.filter((lock) => lock !== undefined))];
}

async function findGitLock(folder: string): Promise<string | undefined> {
  const path = join(folder, '.git');
  // Neither an absent folder nor one that cannot be read is a repository.
  const stats = await lstat(path).catch(() => undefined);
  if (stats?.isDirectory()) return join(path, 'index.lock');
  if (stats?.isFile()) {
    // A work tree or a submodule: its repository lies elsewhere.
    const gitDir = /^gitdir: (.+)$/m.exec(await readFile(path, 'utf8').catch(() => ''))?.[1];
    if (gitDir) return resolve(folder, gitDir, 'index.lock');
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : findGitLock(parent);
}

/** True while one of `locks` is held for changes that were first seen at `time` (milliseconds since 1970). */
export async function isGitLocked(locks: string[], time: number): Promise<boolean> {
  for (const lock of locks) {
    // Most of the time there is none.
    const stats = await lstat(lock).catch(() => undefined);
    if (stats && stats.mtimeMs > time - LOCK_AGE_MS) return true;
  }
  return false;
}
