import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, OUTSIDE } from '../../helpers/folder.ts';

/**
 * Creates a folder outside of the project with `files`, which is removed after the tests of the file. Returns its real
 * path.
 */
export async function createFolder(files: Record<string, string> = {}): Promise<string> {
  const folder = makeFolder('cascader-docs-test', OUTSIDE);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** Reads all files of `folder`. Links are `-> target`, empty folders end with a slash. */
export async function readTree(folder: string): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  const visit = async (path: string): Promise<void> => {
    const entries = (await readdir(join(folder, path))).sort();
    if (entries.length === 0) tree[`${path}/`] = '';
    for (const entry of entries) {
      const child = path === '' ? entry : `${path}/${entry}`;
      const stats = await lstat(join(folder, child));
      if (stats.isDirectory()) await visit(child);
      else if (stats.isSymbolicLink()) tree[child] = `-> ${await readlink(join(folder, child))}`;
      else tree[child] = await readFile(join(folder, child), 'utf8');
    }
  };
  await visit('');
  return tree;
}

/** Hashes the names and bytes of all files of a folder. */
export async function hashTree(folder: string): Promise<string> {
  return createHash('sha256')
    .update(JSON.stringify(await readTree(folder)))
    .digest('hex');
}
