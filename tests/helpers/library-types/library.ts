import fs from 'node:fs/promises';
import path from 'node:path';
import { afterFile } from '../after-file.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const temporary = path.join(root, 'tests/.tmp');

/** Root of this project, whose packages are installed. */
export const projectRoot: string = root;

/** An empty folder that is gone after the tests of the file. Unless `parent` is given, this project's packages are found from it. */
export async function createFolder(parent: string = temporary): Promise<string> {
  await fs.mkdir(parent, { recursive: true });
  const folder = await fs.mkdtemp(path.join(parent, 'api-'));
  afterFile(() => fs.rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files into a folder, by their paths in it. */
export async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await fs.mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await fs.writeFile(path.join(folder, name), text);
  }
}

/** A project of a few files; a `package.json` named `own` is added unless given. */
export async function createLibrary(files: Record<string, string>): Promise<string> {
  const folder = await createFolder();
  await writeFiles(folder, { 'package.json': '{"name": "own"}', ...files });
  return folder;
}
