import fs from 'node:fs/promises';
import path from 'node:path';
import { hexHash } from '../../base/hash.ts';
import { findTreeProblem, MOST_TREE_BYTES } from '../../project/versions/check-tree.ts';
import { readJson } from '../../project/versions/read-json.ts';
import type { ReadVersions } from '../../project/versions/read-versions.ts';
import { LIST_FILE, nextTreeFile, OBJECTS, treeFile } from '../../project/versions/stored-paths.ts';

/** Names of files that are being written, see `temporaryName`. */
const TEMPORARY = /\.[0-9a-f-]{36}\.tmp$/;

/**
 * Removes what no listed version needs: files that a killed command left, and the contents of removed versions. Contents stay if a
 * version cannot be read, because nothing is known about its files then.
 */
export async function removeLeftovers(folder: string, { versions, diagnostics }: ReadVersions): Promise<void> {
  if (diagnostics.length > 0) return;
  const seals = new Map<string, string>();
  for (const version of versions?.versions ?? []) if (version.kind === 'sealed') seals.set(version.id, version.seal);
  for (const name of await namesIn(folder)) {
    const file = path.join(folder, name);
    if (TEMPORARY.test(name)) await fs.rm(file, { force: true });
    const id = /^(.+)\.json(?:\.next)?$/.exec(name)?.[1];
    if (id === undefined || name === LIST_FILE) continue;
    if (name.endsWith('.next')) await finishTree(folder, id, seals.get(id));
    else if (!seals.has(id) && isTree(file, id)) await fs.rm(file, { force: true });
  }
  for (const { file } of await unusedObjects(folder, { versions, diagnostics })) await fs.rm(file, { force: true });
  const objects = path.join(folder, OBJECTS);
  // Only empty folders are removed.
  for (const name of await namesIn(objects)) await fs.rmdir(path.join(objects, name)).catch(() => undefined);
  await fs.rmdir(objects).catch(() => undefined);
}

/** Returns the files with contents that no version has, and files that do not belong there. */
export async function unusedObjects(folder: string, { versions }: ReadVersions): Promise<{ file: string }[]> {
  const used = new Set<string>();
  for (const version of versions?.versions ?? [])
    if (version.kind === 'sealed') for (const { hash } of version.files.values()) used.add(hash);
  const unused: { file: string }[] = [];
  const objects = path.join(folder, OBJECTS);
  for (const start of await namesIn(objects))
    for (const rest of await namesIn(path.join(objects, start)))
      if (!used.has(start + rest)) unused.push({ file: path.join(objects, start, rest) });
  return unused;
}

/** Completes the step of a killed command: the tree is already listed, or it never will be. */
async function finishTree(folder: string, id: string, seal: string | undefined): Promise<void> {
  const next = nextTreeFile(folder, id);
  const text = await fs.readFile(next).catch(() => undefined);
  if (text && hexHash(text) === seal) await fs.rename(next, treeFile(folder, id));
  else await fs.rm(next, { force: true });
}

/** Returns true for a tree: other files in the folder belong to the author. */
function isTree(file: string, id: string): boolean {
  const read = readJson(file, path.dirname(file), MOST_TREE_BYTES);
  return !read.problem && findTreeProblem(read.value, id) === undefined;
}

async function namesIn(folder: string): Promise<string[]> {
  // There is no such folder, or it is a file.
  return await fs.readdir(folder).catch(() => []);
}
