/** Reads and changes cached results of tasks on the disk. */
import fs from 'node:fs';
import path from 'node:path';
import { hashOf, hexHash } from '../../src/node/base/hash.ts';
import { cacheFolder, createEntryStore, listEntries } from '../../src/node/store/entries.ts';

/** Cached results, the oldest first: file, task, and hash of the site and the id. */
function listResults(projectRoot: string): { file: string; task: string; id: string }[] {
  return listEntries(cacheFolder(projectRoot)).flatMap(({ file }) => {
    const [, task, id] = /^([\w-]+)\.(\w+)\.\w+\.\w+\.bin$/.exec(path.basename(file)) ?? [];
    return task && id ? [{ file, task, id }] : [];
  });
}

/** Returns the part of a file name for an id, in a site whose folder is that of its project. */
function shownId(id: string): string {
  return `${hexHash('', 8)}${hexHash(id, 20)}`;
}

/** Name and hash of the newest result for each task and id. The key is the task and, for a task with ids, the hash of the id. */
export function storedEntries(projectRoot: string): Map<string, string> {
  const whole = shownId('');
  return new Map(
    listResults(projectRoot).map(({ file, task, id }) => [
      id === whole ? task : `${task} ${id}`,
      `${path.basename(file)} ${hashOf(fs.readFileSync(file))}`,
    ]),
  );
}

/** Names of the tasks that have cached results. */
export function storedTasks(projectRoot: string): string[] {
  return [...new Set(listResults(projectRoot).map(({ task }) => task))].sort();
}

/** Replaces the newest result. Returns a function that restores it. */
export function changeEntry<Value>(
  projectRoot: string,
  [task, id = '']: [task: string, id?: string],
  change: (value: Value) => void,
): () => void {
  const found = listResults(projectRoot).findLast((one) => one.task === task && one.id === shownId(id));
  if (!found) throw new Error(`No result of ${task} ${id}`);
  const bytes = fs.readFileSync(found.file);
  const store = createEntryStore({ projectRoot });
  const name = path.basename(found.file, '.bin');
  const value = store.read(name) as Value;
  change(value);
  store.write(name, value);
  return () => fs.writeFileSync(found.file, bytes);
}
