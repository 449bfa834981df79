/** Lists the stored contents. Symbolic links are not followed: they may lead to files of the author. */
import type { Dirent } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { hasCode } from '../../base/files/error-code.ts';
import { shownPath } from '../../base/files/paths.ts';
import { OBJECTS } from '../../project/versions/stored-paths.ts';

export interface StoredObjects {
  /** Paths of the contents by hash. */
  objects: Map<string, string>;
  /** Files that a killed command was writing. */
  temporary: string[];
  /** Folders of the contents. */
  folders: string[];
}

/** Name that `temporaryName` gives to a content while it is written. */
const TEMPORARY = /^[0-9a-f]{62}\.[0-9a-f-]{36}\.tmp$/;

/**
 * Lists the contents in the folder of the versions. Other files are left out: they belong to the author.
 *
 * @param root folder to which paths in messages are relative
 * @throws DiagnosticError if the folder of the contents, or a folder in it, is a symbolic link or a file
 */
export async function listObjects(folder: string, root: string): Promise<StoredObjects> {
  const found: StoredObjects = { objects: new Map(), temporary: [], folders: [] };
  const objects = path.join(folder, OBJECTS);
  const isThere = await fs.lstat(objects).then(
    () => true,
    () => false,
  );
  if (!isThere) return found;
  await requireFolder(objects, root);
  for (const { name } of await entriesIn(objects)) {
    if (!/^[0-9a-f]{2}$/.test(name)) continue;
    const below = path.join(objects, name);
    await requireFolder(below, root);
    found.folders.push(below);
    for (const entry of await entriesIn(below)) {
      const file = path.join(below, entry.name);
      if (entry.isDirectory()) continue;
      if (/^[0-9a-f]{62}$/.test(entry.name)) found.objects.set(name + entry.name, file);
      else if (TEMPORARY.test(entry.name)) found.temporary.push(file);
    }
  }
  return found;
}

/** Throws a DiagnosticError if a path is not a folder, or is a symbolic link to one. */
async function requireFolder(folder: string, root: string): Promise<void> {
  const stats = await fs.lstat(folder);
  if (stats.isDirectory()) return;
  const data = { case: 'no-folder', folder: shownPath(root, folder), isLink: stats.isSymbolicLink() } as const;
  throw failure(2, 'version-folder-refused', data);
}

/** Creates a folder unless it exists. Throws a DiagnosticError if there is a symbolic link or a file instead. */
export async function createFolder(folder: string, root: string): Promise<void> {
  await fs.mkdir(folder).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  await requireFolder(folder, root);
}

/** Lists the entries of a folder. Returns an empty list if the folder cannot be read. */
async function entriesIn(folder: string): Promise<Dirent[]> {
  return await fs.readdir(folder, { withFileTypes: true }).catch(() => []);
}
