import { basename, dirname } from 'node:path';

/** Returns true to ignore a file or folder below a watched folder. Contents of an ignored folder are ignored too. */
export type Ignore = (absolutePath: string, isFolder: boolean) => boolean;

export type Scope = ReturnType<typeof createScope>;

export function createScope(folders: Iterable<string>, files: Iterable<string>, ignore: Ignore) {
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
