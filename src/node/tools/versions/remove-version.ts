import { toWriteFailure } from '../../base/files/write-error.ts';
import { loadSite } from '../../build/site.ts';
import { idProblem } from '../../project/versions/stored-paths.ts';
import { checkKnown, folderOf } from './check-names.ts';
import { hasTree } from './stored-trees.ts';
import { openVersionStore } from './version-store.ts';

/** Options of {@link removeVersion}. */
export interface RemoveVersionOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  id: string;
  signal?: AbortSignal | undefined;
}

/**
 * Removes a version, and the files that no other version has. A version that is not listed is removed too, if its tree is complete.
 *
 * @throws DiagnosticError if there is no such version
 */
export async function removeVersion({ root = process.cwd(), id, signal }: RemoveVersionOptions): Promise<void> {
  const { site } = await loadSite(root, { signal });
  try {
    const store = await openVersionStore(site, folderOf(site));
    try {
      if (
        !store.list.versions.some((version) => version.id === id) &&
        idProblem(id) === undefined &&
        hasTree(store.folder, id)
      )
        return await store.removeTree(id);
      checkKnown(store.list, id);
      const versions = store.list.versions.filter((version) => version.id !== id);
      await store.replaceList({ ...store.list, versions });
    } finally {
      await store.release();
    }
  } catch (error) {
    throw toWriteFailure(site.root, error);
  }
}
