/** Reads and changes cached results of tasks on the disk. */
import fs from 'node:fs';
import path from 'node:path';
import { createEntryLog } from '../../src/node/store/entry-log.ts';
import { readPackIndex } from '../../src/node/store/pack.ts';
import { listPacks } from '../../src/node/store/pack-files.ts';

/** Hash of the newest result for each task and id. The key is the name of the task and the id. */
export function storedEntries(projectRoot: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const { file } of listPacks({ projectRoot }, 'entries')) {
    const index = (readPackIndex(file) ?? new Map()) as Map<string, [key: string, hash: string][]>;
    for (const [name, [newest]] of index) if (newest) found.set(name.replace(/-.{8} /, ' ').trim(), newest[1]);
  }
  return found;
}

/** Names of the tasks that have cached results. */
export function storedTasks(projectRoot: string): string[] {
  return [...new Set([...storedEntries(projectRoot).keys()].map((name) => name.split(' ', 1)[0] ?? ''))].sort();
}

/** Replaces the newest result. Returns a function that restores all packs. */
export function changeEntry<Value>(
  projectRoot: string,
  [task, id = '']: [task: string, id?: string],
  change: (value: Value) => void,
): () => void {
  const before = packsOf(projectRoot);
  const entries = createEntryLog({ projectRoot, root: projectRoot });
  const [entry] = entries.find(task, id);
  const value = entry?.read() as Value;
  if (!entry || value === undefined) throw new Error(`No result of ${path.join(task, id)}`);
  change(value);
  entries.add(task, id, { key: entry.key, value });
  entries.save();
  return () => {
    for (const file of packsOf(projectRoot).keys()) fs.rmSync(file);
    for (const [file, { bytes, time }] of before) {
      fs.writeFileSync(file, bytes);
      // Packs are ordered by their modification times, because the newer of two results is read first.
      fs.utimesSync(file, time, time);
    }
  };
}

/** Contents and modification times of the packs, by absolute path. */
function packsOf(projectRoot: string): Map<string, { bytes: Buffer; time: Date }> {
  return new Map(
    listPacks({ projectRoot }, 'entries').map(({ file }) => [
      file,
      { bytes: fs.readFileSync(file), time: fs.statSync(file).mtime },
    ]),
  );
}
