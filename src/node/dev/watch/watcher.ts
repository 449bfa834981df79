import fs from 'node:fs';
import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createBatches } from './batches.ts';
import { createFolderTree } from './folder-tree.ts';
import { findGitLocks, isGitLocked } from './git-lock.ts';
import { networkReason } from './polling-reason.ts';
import type { Ignore } from './scope.ts';

/** Tells of changes until it is closed. */
export interface Watcher {
  /**
   * Replaces the single files that are watched beside the folders: absolute paths, of files that need not exist. None is
   * ignored, and a link is followed. One that has changed since `since` (milliseconds since 1970, default now) is reported.
   */
  setFiles(files: Iterable<string>, since?: number): void;
  /** True when files are looked at again and again, since the system does not tell of their changes. */
  readonly polling: boolean;
  /** Lets go of everything. Nothing is reported after the call; it resolves when no work is under way. */
  close(): Promise<void>;
}

export interface WatcherOptions {
  /** Absolute paths of folders that are watched with all below them. They need not exist yet; one may be a link. */
  folders: string[];
  /** Tells whether a path in a folder does not count; for an ignored folder nothing below it does. */
  ignore: Ignore;
  /**
   * Called once for changes that belong together, with the absolute paths of the files that were added, changed or
   * removed. A file whose times alone changed is among them.
   */
  onChange: (changed: Set<string>) => void;
  /** Called once, with a sentence that tells the reason, when watching gives way to polling. */
  onPolling?: (reason: string) => void;
  /** Milliseconds without a change that end a batch; default 12. */
  quietTime?: number;
  /** Milliseconds that a save may leave nothing, or an empty file; default 80. */
  settleTime?: number;
  /** Milliseconds between two looks when polling; default 400. */
  pollInterval?: number;
  /** Default `fs.watch`; for tests that simulate faults. */
  watch?: typeof fs.watch;
  /** Default that of `node:fs/promises`; for tests that simulate file systems. */
  statfs?: typeof statfs;
}

/** Polling takes up no more than one part in so many of the time. */
const POLLING_SHARE = 5;

/**
 * Watches folders, and single files. Resolves when everything is watched; a file that changes after the call, even before
 * that, is reported. Signals of the system only say where to look: what has changed is told by comparing files with
 * what was reported before. States in between, of a save or of a checkout, are waited out; links, pipes and sockets below
 * a folder are never opened.
 */
export async function createWatcher(options: WatcherOptions): Promise<Watcher> {
  const { folders, ignore, onChange, onPolling, quietTime = 12, settleTime = 80, pollInterval = 400 } = options;
  const closing = new AbortController();
  let isReady = false;
  let isTouched = false;
  let polling = false;
  /** Milliseconds that the last look took. */
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

  async function poll(): Promise<void> {
    while (!closing.signal.aborted) {
      tree.noteAll();
      batches.touch();
      await batches.idle();
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
    setFiles: (files, since = Date.now()) => {
      if (!closing.signal.aborted) tree.setFiles([...files], since);
    },
    get polling() {
      return polling;
    },
    close: async () => {
      closing.abort();
      tree.unwatch();
      await batches.idle();
      await polls;
    },
  };
}
