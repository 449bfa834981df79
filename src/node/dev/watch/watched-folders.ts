import { basename, dirname, join } from 'node:path';
import { type FileState, isFolder, listNames } from './look.ts';
import { createSignals, type SignalsOptions, type Watchable } from './signals.ts';

export interface WatchedFolder extends Watchable {
  /** True if everything in the folder is watched unless ignored. If false, only single files and paths to them are watched. */
  readonly isDeep: boolean;
  readonly files: Map<string, FileState>;
  /** In the first comparison, files that changed before this time (milliseconds since 1970) are not reported. */
  since?: number;
  /** Like `since`, for names that became watched when the single files were replaced. */
  readonly sinceByName: Map<string, number>;
}

export type WatchedFolders = ReturnType<typeof createWatchedFolders>;

export interface WatchedFoldersOptions extends Pick<SignalsOptions<WatchedFolder>, 'watch' | 'onSignal' | 'onFault'> {
  roots: string[];
  ignore: Ignore;
}

export function createWatchedFolders({ roots, ignore, ...options }: WatchedFoldersOptions) {
  const folders = new Map<string, WatchedFolder>();
  let scope: Scope = createScope(roots, [], ignore);
  const added: WatchedFolder[] = [];

  const childOf = (folder: WatchedFolder, name: string): WatchedFolder | undefined =>
    folder.children.has(name) ? folders.get(join(folder.path, name)) : undefined;
  /** Returns the names in a folder that are watched or contain a watched path. They are never ignored. */
  const leadsIn = (folder: WatchedFolder): ReadonlySet<string> | undefined => scope.leadsIn(folder.path);
  /** Returns true if a name in a folder is watched, given that it is a folder or a file. */
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
    const folder = createFolder({ path, isDeep: scope.isDeep(path), since });
    folders.set(path, folder);
    added.push(folder);
    signals.note(folder);
  };
  /** Stops tracking a folder and its subfolders. Adds their known files to `changed`. */
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
    all: (): WatchedFolder[] => [...folders.values()],
    has: (path: string): boolean => folders.has(path),
    /** Returns false for a removed folder, even if another folder has its path now. */
    isWatched: (folder: WatchedFolder): boolean => folders.get(folder.path) === folder,
    takeAdded: (): WatchedFolder[] => added.splice(0),
    childOf,
    leadsIn,
    counts,
    mayCount,
    /** Returns all watched names in a folder, including known names of removed files and folders. */
    async namesIn(folder: WatchedFolder): Promise<string[]> {
      const listed = folder.isDeep ? await listNames(folder.path) : undefined;
      const names = [...(listed ?? []), ...(leadsIn(folder) ?? [])].filter((name) => mayCount(folder, name));
      return [...new Set([...names, ...folder.files.keys(), ...folder.children])];
    },
    enter(parent: WatchedFolder, name: string): void {
      const path = join(parent.path, name);
      if (!folders.has(path) && (scope.leadsIn(path) || scope.isDeep(path)))
        add(path, parent.since ?? parent.sinceByName.get(name));
      if (folders.has(path)) parent.children.add(name);
    },
    drop,
    /** Newly watched files that changed at `since` (milliseconds since 1970) or later are reported. */
    setFiles(files: ReadonlySet<string>, since: number): void {
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
    /** Adds the nearest existing ancestor (anchor) of each watched file and folder. */
    async anchor(since: number | undefined): Promise<void> {
      for (const parent of scope.parents) {
        const path = await findAnchor(parent, folders);
        if (!folders.has(path)) add(path, since);
      }
    },
  };
}

function createFolder(known: Pick<WatchedFolder, 'path' | 'isDeep' | 'since'>): WatchedFolder {
  return { ...known, files: new Map(), children: new Set(), sinceByName: new Map() };
}

async function findAnchor(path: string, watched: ReadonlyMap<string, WatchedFolder>): Promise<string> {
  const parent = dirname(path);
  return watched.has(path) || path === parent || (await isFolder(path)) ? path : findAnchor(parent, watched);
}

/** Returns true to ignore a file or folder inside a watched folder. Contents of an ignored folder are ignored too. */
export type Ignore = (absolutePath: string, isFolder: boolean) => boolean;

type Scope = ReturnType<typeof createScope>;

function createScope(folders: Iterable<string>, files: Iterable<string>, ignore: Ignore) {
  const roots = new Set(folders);
  const targets = [...roots, ...files];
  const leads = new Map<string, Set<string>>();
  for (const target of targets) {
    for (let path = target, parent = dirname(path); parent !== path; path = parent, parent = dirname(path)) {
      const names = leads.get(parent) ?? new Set();
      leads.set(parent, names.add(basename(path)));
    }
  }
  /** Returns true if everything in `folder` is watched unless it is ignored. */
  const isDeep = (folder: string): boolean => {
    if (roots.has(folder)) return true;
    const parent = dirname(folder);
    return parent !== folder && isDeep(parent) && !ignore(folder, true);
  };
  return {
    /** Parent folders of watched folders and files. They may not exist. */
    parents: [...new Set(targets.map((target) => dirname(target)))],
    /** Returns the names in `folder` that are watched or contain a watched path. They are never ignored. */
    leadsIn: (folder: string): ReadonlySet<string> | undefined => leads.get(folder),
    isDeep,
  };
}

/** vim (backup, swap file, probe), JetBrains, Emacs, VS Code, sed, and downloads under way. */
const TEMPORARY = /~$|^\..*\.sw.$|^4913$|___jb_.{3}___$|^\.#|\.(?:tmp|vsctmp|crdownload)$|^sed[A-Za-z0-9]{6}$/s;
const BACKUP = /~$|___jb_.{3}___$/s;

function isTemporaryName(name: string): boolean {
  return TEMPORARY.test(name);
}

/** An editor removes its backup when a save is complete. Until then the saved file may be missing. */
export function isBackupName(name: string): boolean {
  return BACKUP.test(name);
}
