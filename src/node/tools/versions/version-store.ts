/**
 * Changes the folder of the versions. At every moment, the list and the files that it refers to are complete: contents are written
 * first, then the tree, then the list. The next command removes the contents and temporary files that a killed command left.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { hasCode } from '../../base/files/error-code.ts';
import { shownPath } from '../../base/files/paths.ts';
import { replaceFile } from '../../base/files/replace-file.ts';
import { temporaryName } from '../../base/files/temporary-name.ts';
import { lockPathOf } from '../../base/files/work-names.ts';
import { hexHash } from '../../base/hash.ts';
import { acquireLock } from '../../output/lock.ts';
import type { Site } from '../../project/config/types.ts';
import { findListProblem, type VersionList } from '../../project/versions/check-list.ts';
import { findTreeProblem, MOST_TREE_BYTES, type VersionTree } from '../../project/versions/check-tree.ts';
import { MOST_LIST_BYTES, readAllVersions, readVersionList } from '../../project/versions/read-versions.ts';
import { LIST_FILE, nextTreeFile, OBJECTS, objectFile, treeFile } from '../../project/versions/stored-paths.ts';
import type { SealedFile } from '../../project/versions/types.ts';
import { finishTrees, refuseLostList, removeLeftovers } from './remove-leftovers.ts';
import { createFolder, listObjects } from './stored-objects.ts';
import { listText, treeText } from './version-texts.ts';

/** Exclusive right to change the versions of a site. */
export interface VersionStore {
  folder: string;
  list: VersionList;
  /** Stores a content. Returns its hash and whether it is new. */
  writeObject(bytes: Buffer): Promise<SealedFile & { isNew: boolean }>;
  /** Stores a tree and lists the version. `change` returns the new list. */
  publish(tree: VersionTree, change: (seal: string) => VersionList): Promise<void>;
  /** Replaces the list, and removes the trees of versions that were in the old list only. */
  replaceList(list: VersionList): Promise<void>;
  /** Removes the tree of a version that is not listed. */
  removeTree(id: string): Promise<void>;
  release(): Promise<void>;
}

const ATTRIBUTES = `# Git must not convert line endings: the files are sealed by their hashes.
* -text
objects/** -diff
`;

/** Function that tests call at each step. */
export type Failpoint = (name: string) => void;

/**
 * Opens the folder, and completes the last step of a killed command.
 *
 * @throws DiagnosticError if another command changes the versions, the list cannot be read or is lost, or the folder has links
 */
export async function openVersionStore(
  site: Site,
  folder: string,
  failpoint: Failpoint = () => {},
): Promise<VersionStore> {
  await fs.mkdir(folder, { recursive: true });
  const lock = await acquireLock(lockPathOf(folder, folder), shownPath(site.root, folder));
  try {
    const { list, isStored } = await openList(site, folder);
    await listObjects(folder, site.root);
    await finishTrees(folder, list);
    const listFile = path.join(folder, LIST_FILE);
    const writeList = async (changed: VersionList): Promise<void> => {
      const text = listText(changed);
      checkListText(text);
      await lock.assertHeld();
      await replaceFile(listFile, text);
    };
    const clean = (): Promise<void> => removeLeftovers(folder, site.root, readAllVersions(site));
    let isUnlisted = false;
    let isNewList = false;
    return {
      folder,
      list,
      async writeObject(bytes) {
        isUnlisted = true;
        // Contents without a list are refused, so a killed command must leave a list.
        if (!isStored && !isNewList) {
          isNewList = true;
          await writeList(list);
        }
        const hash = hexHash(bytes);
        const file = objectFile(folder, hash);
        await createFolder(path.join(folder, OBJECTS), site.root);
        await createFolder(path.dirname(file), site.root);
        failpoint('object');
        return { hash, size: bytes.length, isNew: await writeOnce(file, bytes) };
      },
      async publish(tree, change) {
        const text = treeText(tree);
        checkTreeText(text, tree.id);
        await writeAttributes(folder);
        failpoint('tree');
        await replaceFile(nextTreeFile(folder, tree.id), text);
        failpoint('list');
        await writeList(change(hexHash(text)));
        isNewList = false;
        failpoint('listed');
        await fs.rename(nextTreeFile(folder, tree.id), treeFile(folder, tree.id));
        failpoint('renamed');
        isUnlisted = false;
        await clean();
      },
      async replaceList(changed) {
        await writeList(changed);
        failpoint('listed');
        const kept = new Set(sealedIds(changed));
        for (const id of sealedIds(list)) if (!kept.has(id)) await fs.rm(treeFile(folder, id), { force: true });
        await clean();
      },
      async removeTree(id) {
        await fs.rm(treeFile(folder, id), { force: true });
        await clean();
      },
      async release() {
        try {
          if (isUnlisted) await clean();
          if (isNewList) await fs.rm(listFile, { force: true });
        } finally {
          await lock.release();
        }
        // Succeeds only if nothing was stored.
        await fs.rmdir(folder).catch(() => undefined);
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Reads the list, which is empty if none is stored. Throws a DiagnosticError if it cannot be read or is lost. */
async function openList(site: Site, folder: string): Promise<{ list: VersionList; isStored: boolean }> {
  const { list, diagnostics } = readVersionList(folder, site.root);
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics);
  if (!list) await refuseLostList(folder, site.root);
  return { list: list ?? { base: site.config.base, versions: [] }, isStored: list !== undefined };
}

function sealedIds({ versions }: VersionList): string[] {
  return versions.flatMap((version) => ('seal' in version ? version.id : []));
}

/** Throws a DiagnosticError if `build` could not read the tree. Nothing is replaced then. */
function checkTreeText(text: string, id: string): void {
  const size = Buffer.byteLength(text);
  const reason =
    size > MOST_TREE_BYTES
      ? `it would have ${size} bytes, more than the limit of ${MOST_TREE_BYTES}`
      : findTreeProblem(JSON.parse(text), id)?.reason;
  if (reason !== undefined) throw failure(2, 'version-source-refused', { case: 'tree', id, reason });
}

/** Throws a DiagnosticError if `build` could not read the list. */
function checkListText(text: string): void {
  const size = Buffer.byteLength(text);
  const reason =
    size > MOST_LIST_BYTES
      ? `it would have ${size} bytes, more than the limit of ${MOST_LIST_BYTES}`
      : findListProblem(JSON.parse(text))?.reason;
  if (reason !== undefined)
    throw failure(2, 'version-not-changed', {
      case: 'option',
      reason: `The list of versions would not be valid: ${reason}`,
    });
}

/** Writes a read-only file unless it exists. Returns true if it was written. */
async function writeOnce(file: string, bytes: Buffer): Promise<boolean> {
  const stats = await fs.lstat(file).catch(() => undefined);
  if (stats?.isFile() && hexHash(await fs.readFile(file)) === hexHash(bytes)) return false;
  const temporary = temporaryName(file);
  try {
    // The folder publishes the file by a hard link, so a tool that edits the site in place would edit this file.
    await fs.writeFile(temporary, bytes, { flag: 'wx', mode: 0o444 });
    await fs.rename(temporary, file);
  } finally {
    await fs.rm(temporary, { force: true });
  }
  return true;
}

/** Writes the attributes for Git, unless the file exists. */
async function writeAttributes(folder: string): Promise<void> {
  await fs.writeFile(path.join(folder, '.gitattributes'), ATTRIBUTES, { flag: 'wx' }).catch(ignoreExisting);
}

function ignoreExisting(error: unknown): void {
  if (!hasCode(error, 'EEXIST')) throw error;
}
