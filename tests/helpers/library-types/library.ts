import fs from 'node:fs/promises';
import path from 'node:path';
import { INSIDE, makeFolder } from '../folder.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Root of this project, whose packages are installed. */
export const projectRoot: string = root;

/** An empty folder that is gone after the tests of the file. Unless `parent` is given, this project's packages are found from it. */
export async function createFolder(parent: string = INSIDE): Promise<string> {
  return makeFolder('api', parent);
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
