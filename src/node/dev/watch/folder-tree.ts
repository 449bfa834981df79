import { basename, dirname, join } from 'node:path';
import { eachLimited } from '../../base/files/each-limited.ts';
import { type FileState, isFolder, look } from './look.ts';
import type { Notes } from './signals.ts';
import {
  createWatchedFolders,
  isBackupName,
  type WatchedFolder,
  type WatchedFolders,
  type WatchedFoldersOptions,
} from './watched-folders.ts';

/** The first comparison finds the files that changed since this call. */
export function createFolderTree(options: WatchedFoldersOptions) {
  const folders = createWatchedFolders(options);
  const { signals } = folders;
  let files: ReadonlySet<string> = new Set();
  /** Set if a watched file or folder may have no watched ancestor. `since` is the same as in {@link WatchedFolder}. */
  let unanchored: { since?: number } | undefined = { since: Date.now() };

  const noteAll = (): void => {
    for (const folder of folders.all()) signals.noteAnew(folder);
  };
  const onLost = (): void => {
    unanchored ??= {};
    options.onSignal();
  };
  return {
    /** Replaces the single files. Files that changed at `since` (milliseconds since 1970) or later are differences. */
    setFiles: (next: Iterable<string>, since: number): void => {
      const previous = files;
      files = new Set(next);
      if (files.size === previous.size && [...files].every((file) => previous.has(file))) return;
      folders.setFiles(files, since);
      unanchored = { since };
      options.onSignal();
    },
    noteAll,
    /** Compares the recorded names, and watches new folders. The names stay recorded until `clear()`. */
    compare: async (): Promise<Difference[]> => {
      if (signals.mayHaveLost()) noteAll();
      if (unanchored) {
        const { since } = unanchored;
        unanchored = undefined;
        await folders.anchor(since);
      }
      const differences: Difference[] = [];
      let level: [WatchedFolder, Notes][] = [...signals.notes];
      while (level.length > 0) {
        folders.takeAdded();
        await eachLimited(level, async (noted) => {
          differences.push(...(await compareFolder(folders, noted, onLost)));
        });
        level = folders.takeAdded().map((folder) => [folder, 'all']);
      }
      return differences;
    },
    clear: signals.clear,
    /** Closes all watchers. Recorded names can still be compared. */
    unwatch: (): void => {
      signals.stop();
      noteAll();
    },
  };
}

/** Tolerance in milliseconds: file times may lag by one tick of a clock with at least 100 ticks per second. */
const CLOCK_TICK_MS = 10;

/** Compares names in a folder, and watches new subfolders. `onLost`: a folder without a watched parent is reported as gone. */
async function compareFolder(
  folders: WatchedFolders,
  [folder, notes]: [WatchedFolder, Notes],
  onLost: () => void,
): Promise<Difference[]> {
  // Watch before reading, so that no change is missed.
  folders.signals.watch(folder);
  const isAll = notes === 'all';
  const names = isAll ? await folders.namesIn(folder) : [...notes];
  const leads = folders.leadsIn(folder);
  const found = await look(
    names.map((name) => join(folder.path, name)),
    (path) => leads?.has(basename(path)) ?? false,
  );
  // An anchor has no watched parent that would report its removal.
  const isLost = isAll && !folders.has(dirname(folder.path)) && !(await isFolder(folder.path));
  if (!folders.isWatched(folder)) return [];
  const differences: Difference[] = isLost ? [lostAnchor(folders, folder, onLost)] : [];
  names.forEach((name, index) => {
    const now = found[index];
    if (folders.mayCount(folder, name)) differences.push(...compareName(folders, folder, name, now));
    else {
      folder.files.delete(name);
      folder.children.delete(name);
      if (!isAll && now && isBackupName(name)) differences.push(unfinishedSave(join(folder.path, name)));
    }
  });
  folder.since = undefined;
  for (const name of names) folder.sinceByName.delete(name);
  return differences;
}

function* compareName(
  folders: WatchedFolders,
  folder: WatchedFolder,
  name: string,
  now: FileState | 'folder' | undefined,
): Generator<Difference> {
  if (now === 'folder' && folders.counts(folder, name, true)) folders.enter(folder, name);
  else if (folder.children.has(name)) yield lostFolder(folders, folder, name);
  const file = now !== 'folder' && folders.counts(folder, name, false) ? now : undefined;
  const before = folder.files.get(name);
  if (before?.version === file?.version) return;
  const since = folder.since ?? folder.sinceByName.get(name);
  if (file && !before && since !== undefined && file.changedAt < since - CLOCK_TICK_MS) folder.files.set(name, file);
  else yield changedFile(folder, name, file);
}

function lostFolder(folders: WatchedFolders, parent: WatchedFolder, name: string): Difference {
  return {
    path: join(parent.path, name),
    isSettled: false,
    accept: (changed) => {
      const folder = folders.childOf(parent, name);
      if (folder) folders.drop(folder, changed);
      parent.children.delete(name);
    },
  };
}

function lostAnchor(folders: WatchedFolders, folder: WatchedFolder, onLost: () => void): Difference {
  return {
    path: folder.path,
    isSettled: false,
    accept: (changed) => {
      folders.drop(folder, changed);
      onLost();
    },
  };
}

export interface Difference {
  path: string;
  /** False for a possible intermediate state of a save: a missing or an empty file. */
  isSettled: boolean;
  /** Stores the new state, and adds the files to report. */
  accept: (changed: Set<string>) => void;
}

function changedFile(
  folder: { path: string; files: Map<string, FileState> },
  name: string,
  file: FileState | undefined,
): Difference {
  const path = join(folder.path, name);
  return {
    path,
    isSettled: file !== undefined && (!file.isEmpty || folder.files.get(name)?.isEmpty === true),
    accept: (changed) => {
      changed.add(path);
      if (file) folder.files.set(name, file);
      else folder.files.delete(name);
    },
  };
}

function unfinishedSave(path: string): Difference {
  return { path, isSettled: false, accept: () => undefined };
}
