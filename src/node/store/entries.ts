import path from 'node:path';
import { hexHash } from '../base/hash.ts';
import { type CacheLocation, removeOldest } from './entry-files.ts';
import { createEntryStore } from './entry-store.ts';

/** Each id of a task keeps a few results, so that each branch of a repository has its own. */
export type Entries = ReturnType<typeof createEntries>;

/** Length of the hash of the site in the name of a file. */
const SITE_DIGITS = 8;
/** Maximum number of results per task and id. */
const MOST_RESULTS = 4;

/** @param options.root folder of the site: each site in a project has its own results */
export function createEntries(location: CacheLocation & { root: string }) {
  const { projectRoot, root } = location;
  const store = createEntryStore(location);
  const site = hexHash(path.relative(projectRoot, root), SITE_DIGITS);
  /** Names of the files, by the part of the name that task and id determine, the newest first. */
  let names: Map<string, Set<string>> | undefined;
  const tasks = new Set<string>();
  const groupOf = (task: string, id: string): string => `${task}.${site}${shortHash(id)}`;
  const add = (name: string): void => {
    const group = groupIn(name);
    if (group === undefined) return;
    names?.set(group, new Set([name, ...(names.get(group) ?? [])]));
    tasks.add(group.slice(0, group.indexOf('.') + 1 + SITE_DIGITS));
  };
  const namesOf = (task: string, id: string): Iterable<string> => {
    if (!names) {
      names = new Map();
      for (const file of removeOldest(location, { groupOf: groupIn, perGroup: MOST_RESULTS }))
        add(path.basename(file, '.bin'));
    }
    return names.get(groupOf(task, id)) ?? [];
  };
  return {
    has(task: string, id?: string): boolean {
      const own = namesOf(task, id ?? '');
      return id === undefined ? tasks.has(`${task}.${site}`) : [...own].length > 0;
    },
    /** Returns the results for a key. There are several if their files differed. */
    *find(task: string, id: string, key: string): Generator<unknown> {
      const start = `${groupOf(task, id)}.${shortHash(key)}.`;
      for (const name of namesOf(task, id)) {
        const value = name.startsWith(start) ? store.read(name) : undefined;
        if (value !== undefined) yield value;
      }
    },
    /** Returns a result for an id: the one that this process wrote last, or else the newest. */
    findAny(task: string, id: string): unknown {
      for (const name of namesOf(task, id)) {
        const value = store.read(name);
        if (value !== undefined) return value;
      }
      return undefined;
    },
    write(
      task: string,
      id: string,
      { key, value, variant = '' }: { key: string; value: unknown; variant?: string | undefined },
    ): void {
      namesOf(task, id);
      const name = `${groupOf(task, id)}.${shortHash(key)}.${shortHash(variant)}`;
      store.write(name, value);
      add(name);
    },
  };
}

function groupIn(name: string): string | undefined {
  return /^([\w-]+\.[\w-]+)\.[\w-]+\.[\w-]+(?:\.bin)?$/.exec(name)?.[1];
}

function shortHash(text: string): string {
  return hexHash(text, 20);
}
