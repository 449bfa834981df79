import { lstat, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Older locks are unrelated: `git commit -a` waits for an editor, or Git crashed. */
const LOCK_AGE_MS = 5_000;

/** Returns the paths of the lock files that Git holds while it changes many files, for the nearest repository of each folder. */
export async function findGitLocks(folders: Iterable<string>): Promise<string[]> {
  const locks = await Promise.all([...new Set(folders)].map(findGitLock));
  return [...new Set(locks.filter((lock) => lock !== undefined))];
}

async function findGitLock(folder: string): Promise<string | undefined> {
  const path = join(folder, '.git');
  // A missing or unreadable `.git` is not a repository.
  const stats = await lstat(path).catch(() => undefined);
  if (stats?.isDirectory()) return join(path, 'index.lock');
  if (stats?.isFile()) {
    // The folder is a work tree or a submodule, whose Git folder is in another location.
    const gitDir = /^gitdir: (.+)$/m.exec(await readFile(path, 'utf8').catch(() => ''))?.[1];
    if (gitDir) return resolve(folder, gitDir, 'index.lock');
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : findGitLock(parent);
}

/** Returns true while Git holds one of `locks` for changes that were first seen at `time` (milliseconds since 1970). */
export async function isGitLocked(locks: string[], time: number): Promise<boolean> {
  for (const lock of locks) {
    // Usually there is no lock file.
    const stats = await lstat(lock).catch(() => undefined);
    if (stats && stats.mtimeMs > time - LOCK_AGE_MS) return true;
  }
  return false;
}
