import { basename, dirname, join } from 'node:path';
import { changedFile, type Difference, unfinishedSave } from './difference.ts';
import { type FileState, isFolder, look } from './look.ts';
import type { Notes } from './signals.ts';
import { isBackupName } from './temporary-names.ts';
import type { WatchedFolder, WatchedFolders } from './watched-folders.ts';

/** Tolerance in milliseconds: file times may lag by one tick of a clock with at least 100 ticks per second. */
const CLOCK_TICK_MS = 10;

/** Starts watching new subfolders. `onLost`: the folder is reported as gone and has no watched parent. */
export async function compareFolder(
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
