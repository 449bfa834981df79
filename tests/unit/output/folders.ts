import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, OUTSIDE } from '../../helpers/folder.ts';

/** A folder outside of the project, that is removed after the tests of the file, with `files` in it; its real path. */
export async function createFolder(files: Record<string, string> = {}): Promise<string> {
  const folder = makeFolder('cascader-docs-test', OUTSIDE);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** Every file of `folder` with its text; links as `-> target`, empty folders with a trailing slash. */
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

/** One hash over names and bytes of a folder. */
export async function hashTree(folder: string): Promise<string> {
  return createHash('sha256')
    .update(JSON.stringify(await readTree(folder)))
    .digest('hex');
}
