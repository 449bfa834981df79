import type { watch as watchFunction } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { eachLimited } from '../files/each-limited.ts';
import { changedFile, type Difference, unfinishedSave } from './difference.ts';
import { type FileState, isFolder, listNames, look } from './look.ts';
import { createScope, type Ignore, type Scope } from './scope.ts';
import { createSignals, type Notes, type Watchable } from './signals.ts';
import { isBackupName, isTemporaryName } from './temporary-names.ts';

/** What is known of the watched folders. */
export interface FolderTree {
  /** Replaces the single files. Those that changed at `since` (milliseconds since 1970) or later are differences. */
  setFiles(files: Iterable<string>, since: number): void;
  /** Notes every folder, as if each name in it had been signalled. */
  noteAll(): void;
  /** Looks at what was noted, and watches the folders that appeared. The same notes may be looked at again. */
  compare(): Promise<Difference[]>;
  /** Forgets the notes. */
  clear(): void;
  /** Lets go of all watchers; what is noted can still be compared. */
  unwatch(): void;
}

export interface FolderTreeOptions {
  folders: string[];
  ignore: Ignore;
  watch: typeof watchFunction;
  /** Called when a change was noted. */
  onSignal: () => void;
  /** Called with a sentence when folders cannot be watched, perhaps for each. */
  onFault: (reason: string) => void;
}

interface WatchedFolder extends Watchable {
  /** Everything in it counts that is not ignored; otherwise only what is, or leads to, a watched file or folder. */
  readonly isDeep: boolean;
  /** Files as they were reported, by name. */
  readonly files: Map<string, FileState>;
  /** At the first look, a file that changed before (milliseconds since 1970) is no news. */
  since?: number;
}

/** The clock of files may be behind by one tick; it ticks a hundred times a second or more. */
const CLOCK_TICK_MS = 10;

/** Creates the tree. What the first comparison finds are the files that have changed since this call. */
export function createFolderTree({ folders: roots, ignore, watch, onSignal, onFault }: FolderTreeOptions): FolderTree {
  const folders = new Map<string, WatchedFolder>();
  let files: ReadonlySet<string> = new Set();
  let scope: Scope = createScope(roots, files, ignore);
  /** Folders that were added, and not looked at yet. */
  let added: WatchedFolder[] = [];
  /** Set when a watched file or folder may have no watched folder above it; `since` as in a folder. */
  let unanchored: { since?: number } | undefined = { since: Date.now() };
  const signals = createSignals<WatchedFolder>({
    watch,
    counts: (folder, name) => mayCount(folder, name) || (folder.isDeep && isBackupName(name)),
    childOf,
    onSignal,
    onFault,
  });

  function childOf(folder: WatchedFolder, name: string): WatchedFolder | undefined {
    return folder.children.has(name) ? folders.get(join(folder.path, name)) : undefined;
  }

  function counts(folder: WatchedFolder, name: string, asFolder: boolean): boolean {
    if (scope.leadsIn(folder.path)?.has(name)) return true;
    return folder.isDeep && !isTemporaryName(name) && !ignore(join(folder.path, name), asFolder);
  }

  function mayCount(folder: WatchedFolder, name: string): boolean {
    return counts(folder, name, false) || counts(folder, name, true);
  }

  function add(path: string, since: number | undefined): void {
    const folder = { path, isDeep: scope.isDeep(path), files: new Map(), children: new Set<string>(), since };
    folders.set(path, folder);
    added.push(folder);
    signals.note(folder);
  }

  function enter(parent: WatchedFolder, name: string): void {
    const path = join(parent.path, name);
    if (!folders.has(path) && (scope.leadsIn(path) || scope.isDeep(path))) add(path, parent.since);
    if (folders.has(path)) parent.children.add(name);
  }

  /** Forgets a folder with all below it, and reports what was known there. */
  function drop(folder: WatchedFolder, changed?: Set<string>): void {
    for (const name of folder.children) {
      const child = childOf(folder, name);
      if (child) drop(child, changed);
    }
    for (const name of folder.files.keys()) changed?.add(join(folder.path, name));
    signals.forget(folder);
    folders.delete(folder.path);
  }

  /** Adds for each watched file and folder the nearest folder above it that exists: an anchor. */
  async function anchor(since: number | undefined): Promise<void> {
    for (const parent of scope.parents) {
      let path = parent;
      while (!folders.has(path) && path !== dirname(path) && !(await isFolder(path))) path = dirname(path);
      if (!folders.has(path)) add(path, since);
    }
  }

  async function namesIn(folder: WatchedFolder): Promise<string[]> {
    const listed = folder.isDeep ? await listNames(folder.path) : undefined;
    const names = [...(listed ?? []), ...(scope.leadsIn(folder.path) ?? [])].filter((name) => mayCount(folder, name));
    return [...new Set([...names, ...folder.files.keys(), ...folder.children])];
  }

  async function compareFolder(folder: WatchedFolder, notes: Notes): Promise<Difference[]> {
    // Before the look, so that nothing changes unseen between the two.
    signals.watch(folder);
    const isAll = notes === 'all';
    const names = isAll ? await namesIn(folder) : [...notes];
    const leads = scope.leadsIn(folder.path);
    const found = await look(
      names.map((name) => join(folder.path, name)),
      (path) => leads?.has(basename(path)) ?? false,
    );
    // No other folder tells that an anchor is gone.
    const isLost = isAll && !folders.has(dirname(folder.path)) && !(await isFolder(folder.path));
    if (folders.get(folder.path) !== folder) return [];
    const differences: Difference[] = isLost ? [lostAnchor(folder)] : [];
    names.forEach((name, index) => {
      const now = found[index];
      if (!mayCount(folder, name)) {
        folder.files.delete(name);
        folder.children.delete(name);
        if (!isAll && now && isBackupName(name)) differences.push(unfinishedSave(join(folder.path, name)));
        return;
      }
      if (now === 'folder' && counts(folder, name, true)) enter(folder, name);
      else if (folder.children.has(name)) differences.push(lostFolder(folder, name));
      const file = now !== 'folder' && counts(folder, name, false) ? now : undefined;
      const before = folder.files.get(name);
      if (before?.version !== file?.version) {
        const { since } = folder;
        if (file && !before && since !== undefined && file.changedAt < since - CLOCK_TICK_MS)
          folder.files.set(name, file);
        else differences.push(changedFile(folder, name, file));
      }
    });
    folder.since = undefined;
    return differences;
  }

  function lostFolder(parent: WatchedFolder, name: string): Difference {
    const path = join(parent.path, name);
    return {
      path,
      isSettled: false,
      accept: (changed) => {
        const folder = childOf(parent, name);
        if (folder) drop(folder, changed);
        parent.children.delete(name);
      },
    };
  }

  function lostAnchor(folder: WatchedFolder): Difference {
    return {
      path: folder.path,
      isSettled: false,
      accept: (changed) => {
        drop(folder, changed);
        unanchored ??= {};
        onSignal();
      },
    };
  }

  const noteAll = (): void => {
    for (const folder of folders.values()) signals.noteAnew(folder);
  };

  return {
    setFiles: (next, since) => {
      const previous = files;
      files = new Set(next);
      if (files.size === previous.size && [...files].every((file) => previous.has(file))) return;
      scope = createScope(roots, files, ignore);
      for (const folder of [...folders.values()]) {
        const leads = scope.leadsIn(folder.path);
        if (folder.isDeep) for (const name of leads ?? []) signals.note(folder, name);
        else if (leads) {
          folder.since ??= since;
          signals.note(folder);
        } else drop(folder);
      }
      unanchored = { since };
      onSignal();
    },
    noteAll,
    compare: async () => {
      if (signals.mayHaveLost()) noteAll();
      if (unanchored) {
        const { since } = unanchored;
        unanchored = undefined;
        await anchor(since);
      }
      const differences: Difference[] = [];
      let level = [...signals.notes];
      while (level.length > 0) {
        added = [];
        await eachLimited(level, async ([folder, notes]) => {
          differences.push(...(await compareFolder(folder, notes)));
        });
        level = added.map((folder) => [folder, 'all']);
      }
      return differences;
    },
    clear: signals.clear,
    unwatch: () => {
      signals.stop();
      noteAll();
    },
  };
}
