/**
 * Changes the folder of the versions. At every moment, the list and the files that it refers to are complete: contents are written
 * first, then the tree, then the list. What a killed command leaves is not listed, and the next command removes it.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { hasCode } from '../../base/files/error-code.ts';
import { shownPath } from '../../base/files/paths.ts';
import { replaceFile } from '../../base/files/replace-file.ts';
import { temporaryName } from '../../base/files/temporary-name.ts';
import { lockPathOf } from '../../base/files/work-names.ts';
import { hexHash } from '../../base/hash.ts';
import { acquireLock } from '../../output/lock.ts';
import type { Site } from '../../project/config/types.ts';
import type { VersionList } from '../../project/versions/check-list.ts';
import type { VersionTree } from '../../project/versions/check-tree.ts';
import { readAllVersions, readVersionList } from '../../project/versions/read-versions.ts';
import { LIST_FILE, nextTreeFile, objectFile, treeFile } from '../../project/versions/stored-paths.ts';
import type { SealedFile } from '../../project/versions/types.ts';
import { removeLeftovers } from './remove-leftovers.ts';
import { listText, treeText } from './version-texts.ts';

/** Exclusive right to change the versions of a site. */
export interface VersionStore {
  folder: string;
  list: VersionList;
  /** Stores a content. Returns its hash and whether it is new. */
  writeObject(bytes: Buffer): Promise<SealedFile & { isNew: boolean }>;
  /** Stores a tree and lists the version. `change` returns the new list. */
  publish(tree: VersionTree, change: (seal: string) => VersionList): Promise<void>;
  /** Replaces the list, and removes what is no longer listed. */
  replaceList(list: VersionList): Promise<void>;
  release(): Promise<void>;
}

const ATTRIBUTES = `# Git must not convert line endings: the files are sealed by their hashes.
* -text
objects/** -diff
`;

/** Function that tests call at each step. */
export type Failpoint = (name: string) => void;

/**
 * Opens the folder, and removes what killed commands left.
 *
 * @throws DiagnosticError if another command changes the versions, or the list cannot be read
 */
export async function openVersionStore(
  site: Site,
  folder: string,
  failpoint: Failpoint = () => {},
): Promise<VersionStore> {
  await fs.mkdir(folder, { recursive: true });
  const lock = await acquireLock(lockPathOf(folder, folder), shownPath(site.root, folder));
  try {
    const read = readVersionList(folder, site.root);
    if (read.diagnostics.length > 0) throw new DiagnosticError(read.diagnostics);
    const list = read.list ?? { base: site.config.base, versions: [] };
    await removeLeftovers(folder, readAllVersions(site));
    const writeList = async (changed: VersionList): Promise<void> => {
      await lock.assertHeld();
      await replaceFile(path.join(folder, LIST_FILE), listText(changed));
    };
    let isUnlisted = false;
    return {
      folder,
      list,
      async writeObject(bytes) {
        isUnlisted = true;
        const hash = hexHash(bytes);
        const file = objectFile(folder, hash);
        failpoint('object');
        return { hash, size: bytes.length, isNew: await writeOnce(file, bytes) };
      },
      async publish(tree, change) {
        const text = treeText(tree);
        const attributes = path.join(folder, '.gitattributes');
        await fs.writeFile(attributes, ATTRIBUTES, { flag: 'wx' }).catch(ignoreExisting);
        failpoint('tree');
        await replaceFile(nextTreeFile(folder, tree.id), text);
        failpoint('list');
        await writeList(change(hexHash(text)));
        failpoint('listed');
        await fs.rename(nextTreeFile(folder, tree.id), treeFile(folder, tree.id));
        failpoint('renamed');
        isUnlisted = false;
        await removeLeftovers(folder, readAllVersions(site));
      },
      async replaceList(changed) {
        await writeList(changed);
        failpoint('listed');
        await removeLeftovers(folder, readAllVersions(site));
      },
      async release() {
        if (isUnlisted) await removeLeftovers(folder, readAllVersions(site));
        await lock.release();
        // Succeeds only if nothing was stored.
        await fs.rmdir(folder).catch(() => undefined);
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Writes a read-only file unless it exists. Returns true if it was written. */
async function writeOnce(file: string, bytes: Buffer): Promise<boolean> {
  const stats = await fs.lstat(file).catch(() => undefined);
  if (stats?.isFile() && hexHash(await fs.readFile(file)) === hexHash(bytes)) return false;
  await fs.mkdir(path.dirname(file), { recursive: true });
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

function ignoreExisting(error: unknown): void {
  if (!hasCode(error, 'EEXIST')) throw error;
}
