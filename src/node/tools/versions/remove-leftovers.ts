import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { shownPath } from '../../base/files/paths.ts';
import type { VersionList } from '../../project/versions/check-list.ts';
import { isNextTree } from '../../project/versions/next-tree.ts';
import type { ReadVersions } from '../../project/versions/read-versions.ts';
import { sealedVersions } from '../../project/versions/sealed-versions.ts';
import { LIST_FILE, nextTreeFile, treeFile } from '../../project/versions/stored-paths.ts';
import { listObjects } from './stored-objects.ts';
import { findUnlistedTrees } from './stored-trees.ts';

/** Names of files that a killed command was writing: the list with the ending of `temporaryName`, and trees with or without it. */
const TEMPORARY = /^(?:versions\.json\.[0-9a-f-]{36}\.tmp|.+\.json\.next(?:\.[0-9a-f-]{36}\.tmp)?)$/;

/** Completes the last step of a killed command: a tree that is listed gets its name. */
export async function finishTrees(folder: string, { versions }: VersionList): Promise<void> {
  for (const version of versions)
    if ('seal' in version && isNextTree(folder, version.id, version.seal))
      await fs.rename(nextTreeFile(folder, version.id), treeFile(folder, version.id));
}

/**
 * Removes temporary files of killed commands, and contents that no tree needs. Trees stay, whether they are listed or not. If a
 * tree cannot be read, all contents stay, because nothing is known about its files.
 *
 * @param root folder to which paths in messages are relative
 */
export async function removeLeftovers(folder: string, root: string, read: ReadVersions): Promise<void> {
  for (const entry of await fs.readdir(folder, { withFileTypes: true }))
    if (entry.isFile() && TEMPORARY.test(entry.name)) await fs.rm(path.join(folder, entry.name), { force: true });
  const { unused, folders } = await findUnused(folder, root, read);
  for (const file of unused) await fs.rm(file, { force: true });
  // Only empty folders are removed.
  for (const one of folders) await fs.rmdir(one).catch(() => undefined);
  const [first] = folders;
  if (first !== undefined) await fs.rmdir(path.dirname(first)).catch(() => undefined);
}

/**
 * Finds contents that no tree needs, and temporary files in their folders.
 *
 * @throws DiagnosticError if a folder of the contents is a symbolic link
 */
export async function findUnused(
  folder: string,
  root: string,
  { versions, diagnostics }: ReadVersions,
): Promise<{ unused: string[]; folders: string[] }> {
  const { objects, temporary, folders } = await listObjects(folder, root);
  const sealed = sealedVersions(versions);
  const unlisted = await findUnlistedTrees(folder, new Set(sealed.map(({ id }) => id)));
  if (diagnostics.length > 0 || unlisted.damaged.length > 0) return { unused: temporary, folders };
  const used = unlisted.hashes;
  for (const { files } of sealed) for (const { hash } of files.values()) used.add(hash);
  return { unused: [...temporary, ...[...objects].flatMap(([hash, file]) => (used.has(hash) ? [] : file))], folders };
}

/**
 * Checks a folder without a list of versions.
 *
 * @throws DiagnosticError if it has trees or contents, so the list is lost
 */
export async function refuseLostList(folder: string, root: string): Promise<void> {
  const { objects } = await listObjects(folder, root);
  const { ids } = await findUnlistedTrees(folder, new Set());
  if (objects.size === 0 && ids.length === 0) return;
  const list = shownPath(root, path.join(folder, LIST_FILE));
  throw failure(2, 'version-folder-refused', { case: 'no-list', list, folder: shownPath(root, folder) });
}
