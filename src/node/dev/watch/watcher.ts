import fs from 'node:fs';
import { lstat, readFile, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createBatches } from './batches.ts';
import { createFolderTree } from './folder-tree.ts';
import { networkReason } from './signals.ts';
import type { Ignore } from './watched-folders.ts';

export type Watcher = Awaited<ReturnType<typeof createWatcher>>;

export interface WatcherOptions {
  /** Absolute paths of folders that are watched with all their contents. They need not exist yet, and may be symbolic links. */
  folders: string[];
  /** Returns true to ignore a path inside a folder. Contents of an ignored folder are ignored too. */
  ignore: Ignore;
  /** Absolute paths of files that changed together, including files of which only the times changed. */
  onChange: (changed: Set<string>) => void;
  /** Called once, with the reason as a sentence, when polling replaces watching. */
  onPolling?: (reason: string) => void;
  /** Milliseconds without a change that end a batch; default 12. */
  quietTime?: number;
  /** Milliseconds for which a save may leave no file, or an empty file; default 80. */
  settleTime?: number;
  /** Polling interval in milliseconds; default 400. */
  pollInterval?: number;
  /** Default `fs.watch`; for tests that simulate failures. */
  watch?: typeof fs.watch;
  /** Default `statfs` of `node:fs/promises`; for tests that simulate file systems. */
  statfs?: typeof statfs;
}

/** Limits polling to one fifth of the time. */
const POLLING_SHARE = 5;

/**
 * System signals only indicate where to look: changes are found by comparing files with their last reported state.
 * Intermediate states of a save or checkout are waited out.
 */
export async function createWatcher(options: WatcherOptions) {
  const { folders, ignore, onChange, onPolling, quietTime = 12, settleTime = 80, pollInterval = 400 } = options;
  const closing = new AbortController();
  let isReady = false;
  let isTouched = false;
  let polling = false;
  let lookTime = 0;
  let polls: Promise<void> | undefined;

  const startPolling = (reason: string): void => {
    if (polling) return;
    polling = true;
    tree.unwatch();
    onPolling?.(reason);
    if (isReady) polls = poll();
  };
  const tree = createFolderTree({
    roots: folders,
    ignore,
    watch: options.watch ?? fs.watch,
    onSignal: () => {
      if (isReady) batches.touch();
      else isTouched = true;
    },
    onFault: startPolling,
  });
  const locks = findGitLocks(folders);
  const batches = createBatches({
    quietTime,
    settleTime,
    compare: async () => {
      const begun = performance.now();
      const differences = await tree.compare();
      lookTime = performance.now() - begun;
      return differences;
    },
    clear: tree.clear,
    isLocked: async (time) => isGitLocked(await locks, time),
    onBatch: onChange,
    signal: closing.signal,
  });

  async function lookNow(): Promise<void> {
    tree.noteAll();
    batches.touch();
    await batches.idle();
  }

  async function poll(): Promise<void> {
    while (!closing.signal.aborted) {
      await lookNow();
      // Closing ends the wait early.
      await delay(Math.max(pollInterval, lookTime * (POLLING_SHARE - 1)), undefined, { signal: closing.signal }).catch(
        () => undefined,
      );
    }
  }

  const reason = await networkReason(folders, options.statfs ?? statfs);
  if (reason !== undefined) startPolling(reason);
  const differences = await tree.compare();
  isReady = true;
  if (polling) polls = poll();
  else if (isTouched || differences.length > 0) batches.touch();
  else tree.clear();

  return {
    /**
     * Watches single files by absolute path. They need not exist, and are never ignored; symbolic links are followed.
     * Reports a file that changed since `since` (milliseconds since 1970, default now).
     */
    setFiles: (files: Iterable<string>, since: number = Date.now()): void => {
      if (!closing.signal.aborted) tree.setFiles([...files], since);
    },
    /** Compares all files, without waiting for a signal. Resolves when the changes are reported. */
    lookNow,
    /** True while polling, because the system does not report changes. */
    get polling() {
      return polling;
    },
    /** Reports nothing after the call, and resolves when no work is in progress. */
    close: async (): Promise<void> => {
      closing.abort();
      tree.unwatch();
      await batches.idle();
      await polls;
    },
  };
}

/** Older locks are unrelated: `git commit -a` waits for an editor, or Git crashed. */
const LOCK_AGE_MS = 5_000;

/** Returns the paths of the lock files that Git holds while it changes many files, for the nearest repository of each folder. */
async function findGitLocks(folders: Iterable<string>): Promise<string[]> {
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
async function isGitLocked(locks: string[], time: number): Promise<boolean> {
  for (const lock of locks) {
    // Usually there is no lock file.
    const stats = await lstat(lock).catch(() => undefined);
    if (stats && stats.mtimeMs > time - LOCK_AGE_MS) return true;
  }
  return false;
}
