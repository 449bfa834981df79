import type { FSWatcher, watch as watchFunction } from 'node:fs';
import type { statfs as statfsFunction } from 'node:fs/promises';
import { basename } from 'node:path';

export type Notes = Set<string> | 'all';

export interface Watchable {
  readonly path: string;
  readonly children: Set<string>;
  /** Absent if the folder has no watcher: not yet, not anymore, or because of polling. */
  watcher?: FSWatcher;
}

export interface SignalsOptions<Folder extends Watchable> {
  watch: typeof watchFunction;
  counts: (folder: Folder, name: string) => boolean;
  childOf: (folder: Folder, name: string) => Folder | undefined;
  onSignal: () => void;
  /** Called with a reason, as a sentence, when folders cannot be watched. May be called for each folder. */
  onFault: (reason: string) => void;
}

/** Number of signals after which some may be lost: the kernel queues 16,384 and silently drops the rest. */
const MANY_SIGNALS = 8_192;

export function createSignals<Folder extends Watchable>(options: SignalsOptions<Folder>) {
  const { counts, childOf, onSignal, onFault } = options;
  const notes = new Map<Folder, Notes>();
  let received = 0;
  let isStopped = false;

  const note = (folder: Folder, name?: string): void => addNote(notes, folder, name);

  /** Records a folder and its subfolders, and closes their watchers, because the path may belong to another folder now. */
  function noteAnew(folder: Folder): void {
    unwatch(folder);
    note(folder);
    for (const name of folder.children) {
      const child = childOf(folder, name);
      if (child) noteAnew(child);
    }
  }

  function hear(folder: Folder, event: string, name: string | null): void {
    received++;
    // A folder's own name means that the folder itself was moved or removed.
    if (name === null || (event === 'rename' && name === basename(folder.path))) noteAnew(folder);
    else if (counts(folder, name)) {
      const child = childOf(folder, name);
      // The subfolder's own watcher reports changes in it.
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
    /** Starts to watch a folder. Does nothing if it is already watched or gone. */
    watch: (folder: Folder): void => {
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
    forget: (folder: Folder): void => {
      unwatch(folder);
      notes.delete(folder);
    },
    clear: (): void => notes.clear(),
    stop: (): void => {
      isStopped = true;
    },
    /** Returns true if the system may have dropped signals since the last call. */
    mayHaveLost: (): boolean => {
      const isMany = received >= MANY_SIGNALS;
      received = 0;
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

/** Magic numbers of file systems that often do not report changes by other machines. */
const NETWORK_FILE_SYSTEMS = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0x01021997, '9P'],
  [0x786f4256, 'VirtualBox'],
  [0x7c7c6673, 'Parallels'],
]);

/** Error codes for a missing or unreadable folder, which are no reason to poll. */
const UNREACHABLE = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP']);

/** Undefined if only one folder cannot be watched. */
export function pollingReason(error: unknown): string | undefined {
  const code = String((error as { code?: unknown } | null)?.code ?? error);
  if (UNREACHABLE.has(code)) return undefined;
  if (code === 'ENOSPC')
    return 'Polling for changes: the system cannot watch more folders; raise fs.inotify.max_user_watches';
  if (code === 'EMFILE' || code === 'ENFILE')
    return 'Polling for changes: the system cannot open more watchers; raise fs.inotify.max_user_instances or the limit on open files';
  return `Polling for changes: the system cannot watch folders here (${code})`;
}

export async function networkReason(folders: string[], statfs: typeof statfsFunction): Promise<string | undefined> {
  for (const folder of folders) {
    // The file system of a missing folder is unknown. It is rarely different from that of its neighbors.
    const type = await statfs(folder).then(
      (stats) => Number(stats.type),
      () => undefined,
    );
    // Some systems return a signed number.
    const name = type === undefined ? undefined : NETWORK_FILE_SYSTEMS.get(type >>> 0);
    if (name) return `Polling for changes: the network file system (${name}) does not report all of them`;
  }
  return undefined;
}
