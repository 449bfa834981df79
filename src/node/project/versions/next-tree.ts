import fs from 'node:fs';
import { hexHash } from '../../base/hash.ts';
import { MOST_TREE_BYTES } from './check-tree.ts';
import { nextTreeFile } from './stored-paths.ts';

/**
 * Returns true if the tree with this seal is in {@link nextTreeFile}: a command that was killed changed the list, but not the name
 * of the tree yet. Symbolic links, special files and large files are ignored.
 */
export function isNextTree(folder: string, id: string, seal: string): boolean {
  const file = nextTreeFile(folder, id);
  try {
    const stats = fs.lstatSync(file, { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.size <= MOST_TREE_BYTES && hexHash(fs.readFileSync(file)) === seal;
  } catch {
    // The file cannot be read. Then the tree without `.next` is reported.
    return false;
  }
}
