/** Finds trees on the disk that the list does not mention. A merge or a lost list can leave them, and they stay. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { isObject } from '../../project/versions/check-list.ts';
import { findTreeProblem, MOST_TREE_BYTES, type VersionTree } from '../../project/versions/check-tree.ts';
import { readJson } from '../../project/versions/read-json.ts';
import { idProblem, treeFile } from '../../project/versions/stored-paths.ts';

export interface UnlistedTrees {
  /** Ids of complete trees. */
  ids: string[];
  /** Hashes of the contents that these trees need. */
  hashes: Set<string>;
  /** Names of files that may be damaged trees. Nothing is known about their contents. */
  damaged: string[];
}

/** @param listed ids of the sealed versions in the list */
export async function findUnlistedTrees(folder: string, listed: ReadonlySet<string>): Promise<UnlistedTrees> {
  const found: UnlistedTrees = { ids: [], hashes: new Set(), damaged: [] };
  for (const name of await fs.readdir(folder).catch(() => [])) {
    const id = /^(.+)\.json$/.exec(name)?.[1];
    if (id === undefined || listed.has(id) || idProblem(id) !== undefined) continue;
    const tree = readTreeFile(folder, id);
    if (tree === 'damaged') found.damaged.push(name);
    else if (tree) {
      found.ids.push(id);
      for (const [hash] of Object.values(tree.files)) found.hashes.add(hash);
    }
  }
  return found;
}

/** Returns true if the folder has a complete tree of this version, whatever the list says. */
export function hasTree(folder: string, id: string): boolean {
  return typeof readTreeFile(folder, id) === 'object';
}

/** Reads a tree. Returns undefined for a JSON file of the author. */
function readTreeFile(folder: string, id: string): VersionTree | 'damaged' | undefined {
  const file = treeFile(folder, id);
  const { problem, ...read } = readJson(file, path.dirname(file), MOST_TREE_BYTES);
  if (problem) return 'isMissing' in read && read.isMissing ? undefined : 'damaged';
  const { value } = read as { value: unknown };
  if (findTreeProblem(value, id) === undefined) return value as VersionTree;
  return isObject(value) && 'format' in value && 'files' in value ? 'damaged' : undefined;
}
