import { eachLimited } from '../../base/files/each-limited.ts';
import { compareFolder } from './compare-folder.ts';
import type { Difference } from './difference.ts';
import type { Notes } from './signals.ts';
import { createWatchedFolders, type WatchedFolder, type WatchedFoldersOptions } from './watched-folders.ts';

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
    /** Compares the noted names, and watches new folders. The notes stay until `clear()`. */
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
    /** Closes all watchers. Notes can still be compared. */
    unwatch: (): void => {
      signals.stop();
      noteAll();
    },
  };
}
