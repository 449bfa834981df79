import type { FSWatcher, watch as watchFunction } from 'node:fs';
import { basename } from 'node:path';
import { pollingReason } from './polling-reason.ts';

/** Names in a folder that were signalled, or all of them. */
export type Notes = Set<string> | 'all';

/** A folder that can be watched. */
export interface Watchable {
  readonly path: string;
  /** Names of the watched folders in it. */
  readonly children: Set<string>;
  /** Absent when nobody tells of changes in the folder: not yet, no more, or by polling only. */
  watcher?: FSWatcher;
}

/** Watches folders, and notes what the system signals until it is cleared. */
export interface Signals<Folder extends Watchable> {
  readonly notes: ReadonlyMap<Folder, Notes>;
  /** Notes a name, or the whole folder. */
  note(folder: Folder, name?: string): void;
  /** Notes a folder whose path may be that of another folder by now, to be watched anew with all below it. */
  noteAnew(folder: Folder): void;
  /** Watches a folder that is not watched; nothing happens when it is gone. */
  watch(folder: Folder): void;
  /** Lets go of a folder. */
  forget(folder: Folder): void;
  clear(): void;
  /** Watches no folder any more. */
  stop(): void;
  /** True when the system may have dropped signals since this was asked last. */
  mayHaveLost(): boolean;
}

export interface SignalsOptions<Folder extends Watchable> {
  watch: typeof watchFunction;
  /** Whether a name in a folder is of interest. */
  counts: (folder: Folder, name: string) => boolean;
  /** The watched folder of that name in a folder. */
  childOf: (folder: Folder, name: string) => Folder | undefined;
  /** Called when a change was noted. */
  onSignal: () => void;
  /** Called with a sentence when folders cannot be watched, perhaps for each. */
  onFault: (reason: string) => void;
}

/** The kernel keeps 16,384 signals and drops the rest without a word. */
const MANY_SIGNALS = 8_192;

/** Creates signals that watch nothing yet. */
export function createSignals<Folder extends Watchable>(options: SignalsOptions<Folder>): Signals<Folder> {
  const { counts, childOf, onSignal, onFault } = options;
  const notes = new Map<Folder, Notes>();
  let heard = 0;
  let isStopped = false;

  const note = (folder: Folder, name?: string): void => addNote(notes, folder, name);

  function noteAnew(folder: Folder): void {
    unwatch(folder);
    note(folder);
    for (const name of folder.children) {
      const child = childOf(folder, name);
      if (child) noteAnew(child);
    }
  }

  function hear(folder: Folder, event: string, name: string | null): void {
    heard++;
    // A folder's own name stands for the folder itself: it was moved or removed.
    if (name === null || (event === 'rename' && name === basename(folder.path))) noteAnew(folder);
    else if (counts(folder, name)) {
      const child = childOf(folder, name);
      // A watched folder tells itself what changes in it.
      if (child?.watcher && event !== 'rename') return;
      if (child) noteAnew(child);
      note(folder, name);
    } else return;
    onSignal();
  }

  function fail(folder: Folder, error: unknown): void {
    unwatch(folder);
    const reason = pollingReason(error);
    if (reason !== undefined) onFault(reason);
  }

  return {
    notes,
    note,
    noteAnew,
    watch: (folder) => {
      if (isStopped || folder.watcher) return;
      try {
        const watcher = options.watch(folder.path, (event, name) => {
          if (folder.watcher === watcher) hear(folder, event, name);
        });
        folder.watcher = watcher;
        watcher.on('error', (error) => {
          if (folder.watcher !== watcher) return;
          fail(folder, error);
          note(folder);
          onSignal();
        });
      } catch (error) {
        fail(folder, error);
      }
    },
    forget: (folder) => {
      unwatch(folder);
      notes.delete(folder);
    },
    clear: () => notes.clear(),
    stop: () => {
      isStopped = true;
    },
    mayHaveLost: () => {
      const isMany = heard >= MANY_SIGNALS;
      heard = 0;
      return isMany;
    },
  };
}

function addNote<Folder>(notes: Map<Folder, Notes>, folder: Folder, name: string | undefined): void {
  const noted = notes.get(folder);
  if (name === undefined) notes.set(folder, 'all');
  else if (noted === undefined) notes.set(folder, new Set([name]));
  else if (noted !== 'all') noted.add(name);
}

function unwatch(folder: Watchable): void {
  folder.watcher?.close();
  folder.watcher = undefined;
}
