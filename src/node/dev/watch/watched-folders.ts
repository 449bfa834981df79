import { dirname, join } from 'node:path';

import { type FileState, isFolder, listNames } from './look.ts';
import { createScope, type Ignore, type Scope } from './scope.ts';
import { createSignals, type Signals, type SignalsOptions, type Watchable } from './signals.ts';
import { isBackupName, isTemporaryName } from './temporary-names.ts';

/** A folder that is watched, with what is known of it. */
export interface WatchedFolder extends Watchable {
  /** Everything in it counts that is not ignored; otherwise only what is, or leads to, a watched file or folder. */
  readonly isDeep: boolean;
  /** Files as they were reported, by name. */
  readonly files: Map<string, FileState>;
  /** At the first look, a file that changed before (milliseconds since 1970) is no news. */
  since?: number;
  /** The same for names that count only since single files were replaced. */
  readonly sinceByName: Map<string, number>;
}

/** The folders that are watched, and which names in them count. */
export interface WatchedFolders {
  readonly signals: Signals<WatchedFolder>;
  all(): WatchedFolder[];
  has(path: string): boolean;
  /** False for a folder that was dropped, also where another has its path by now. */
  isWatched(folder: WatchedFolder): boolean;
  /** Those that were added since this was asked last. */
  takeAdded(): WatchedFolder[];
  childOf(folder: WatchedFolder, name: string): WatchedFolder | undefined;
  /** Names in a folder that are watched, or lead to something that is, whatever is ignored. */
  leadsIn(folder: WatchedFolder): ReadonlySet<string> | undefined;
  /** True when a name in a folder counts, if it is that of a folder, or of a file. */
  counts(folder: WatchedFolder, name: string, asFolder: boolean): boolean;
  /** True when it counts as one of the two. */
  mayCount(folder: WatchedFolder, name: string): boolean;
  /** All names in a folder that count, with those that are known of it. */
  namesIn(folder: WatchedFolder): Promise<string[]>;
  /** Begins to watch a folder in another, if it is one that counts. */
  enter(parent: WatchedFolder, name: string): void;
  /** Forgets a folder with all below it, and reports what was known there. */
  drop(folder: WatchedFolder, changed?: Set<string>): void;
  /**
   * Replaces the single files; drops folders that lead to none any more. Of the files that did not count before, those that
   * changed at `since` or later are news.
   */
  setFiles(files: ReadonlySet<string>, since: number): void;
  /** Adds for each watched file and folder the nearest folder above it that exists: an anchor. */
  anchor(since: number | undefined): Promise<void>;
}

export interface WatchedFoldersOptions extends Pick<SignalsOptions<WatchedFolder>, 'watch' | 'onSignal' | 'onFault'> {
  /** Folders that are watched with all below them. */
  roots: string[];
  ignore: Ignore;
}

/** Creates what knows no folder yet. */
export function createWatchedFolders({ roots, ignore, ...options }: WatchedFoldersOptions): WatchedFolders {
  const folders = new Map<string, WatchedFolder>();
  let scope: Scope = createScope(roots, [], ignore);
  let added: WatchedFolder[] = [];

  const childOf = (folder: WatchedFolder, name: string): WatchedFolder | undefined =>
    folder.children.has(name) ? folders.get(join(folder.path, name)) : undefined;
  const leadsIn = (folder: WatchedFolder): ReadonlySet<string> | undefined => scope.leadsIn(folder.path);
  const counts = (folder: WatchedFolder, name: string, asFolder: boolean): boolean => {
    if (leadsIn(folder)?.has(name)) return true;
    return folder.isDeep && !isTemporaryName(name) && !ignore(join(folder.path, name), asFolder);
  };
  const mayCount = (folder: WatchedFolder, name: string): boolean =>
    counts(folder, name, false) || counts(folder, name, true);
  const signals = createSignals<WatchedFolder>({
    ...options,
    counts: (folder, name) => mayCount(folder, name) || (folder.isDeep && isBackupName(name)),
    childOf,
  });
  const add = (path: string, since: number | undefined): void => {
    const folder = {
      path,
      isDeep: scope.isDeep(path),
      files: new Map(),
      children: new Set<string>(),
      since,
      sinceByName: new Map(),
    };
    folders.set(path, folder);
    added.push(folder);
    signals.note(folder);
  };
  const drop = (folder: WatchedFolder, changed?: Set<string>): void => {
    for (const name of folder.children) {
      const child = childOf(folder, name);
      if (child) drop(child, changed);
    }
    for (const name of folder.files.keys()) changed?.add(join(folder.path, name));
    signals.forget(folder);
    folders.delete(folder.path);
  };
  return {
    signals,
    all: () => [...folders.values()],
    has: (path) => folders.has(path),
    isWatched: (folder) => folders.get(folder.path) === folder,
    takeAdded() {
      const taken = added;
      added = [];
      return taken;
    },
    childOf,
    leadsIn,
    counts,
    mayCount,
    async namesIn(folder) {
      const listed = folder.isDeep ? await listNames(folder.path) : undefined;
      const names = [...(listed ?? []), ...(leadsIn(folder) ?? [])].filter((name) => mayCount(folder, name));
      return [...new Set([...names, ...folder.files.keys(), ...folder.children])];
    },
    enter(parent, name) {
      const path = join(parent.path, name);
      if (!folders.has(path) && (scope.leadsIn(path) || scope.isDeep(path)))
        add(path, parent.since ?? parent.sinceByName.get(name));
      if (folders.has(path)) parent.children.add(name);
    },
    drop,
    setFiles(files, since) {
      const next = createScope(roots, files, ignore);
      for (const folder of folders.values())
        for (const name of next.leadsIn(folder.path) ?? [])
          if (!mayCount(folder, name)) folder.sinceByName.set(name, since);
      scope = next;
      for (const folder of [...folders.values()]) {
        const leads = leadsIn(folder);
        if (folder.isDeep) for (const name of leads ?? []) signals.note(folder, name);
        else if (leads) signals.note(folder);
        else drop(folder);
      }
    },
    async anchor(since) {
      for (const parent of scope.parents) {
        let path = parent;
        while (!folders.has(path) && path !== dirname(path) && !(await isFolder(path))) path = dirname(path);
        if (!folders.has(path)) add(path, since);
      }
    },
  };
}
