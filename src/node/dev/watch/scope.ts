import { basename, dirname } from 'node:path';

/** Tells whether something in a watched folder does not count; for an ignored folder nothing below it does. */
export type Ignore = (absolutePath: string, isFolder: boolean) => boolean;

/** What is watched: folders with all below them, and single files. */
export interface Scope {
  /** Folders that hold, or should hold, a watched folder or file. */
  parents: string[];
  /** Names in `folder` that are watched, or lead to something that is, whatever is ignored. */
  leadsIn(folder: string): ReadonlySet<string> | undefined;
  /** True when everything in `folder` counts that is not ignored. */
  isDeep(folder: string): boolean;
}

/** Creates a scope from absolute paths. */
export function createScope(folders: Iterable<string>, files: Iterable<string>, ignore: Ignore): Scope {
  const roots = new Set(folders);
  const targets = [...roots, ...files];
  const leads = new Map<string, Set<string>>();
  for (const target of targets) {
    for (let path = target, parent = dirname(path); parent !== path; path = parent, parent = dirname(path)) {
      const names = leads.get(parent) ?? new Set();
      leads.set(parent, names.add(basename(path)));
    }
  }
  const isDeep = (folder: string): boolean => {
    if (roots.has(folder)) return true;
    const parent = dirname(folder);
    return parent !== folder && isDeep(parent) && !ignore(folder, true);
  };
  return {
    parents: [...new Set(targets.map((target) => dirname(target)))],
    leadsIn: (folder) => leads.get(folder),
    isDeep,
  };
}
