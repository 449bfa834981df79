import fs from 'node:fs/promises';
import path from 'node:path';
import { INSIDE, makeFolder } from '../folder.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Root of this repository, whose packages are installed. */
export const projectRoot: string = root;

/**
 * Creates an empty folder, which is removed after the tests of the file. By default, the packages of this repository
 * can be resolved from it.
 */
export async function createFolder(parent: string = INSIDE): Promise<string> {
  return makeFolder('api', parent);
}

/** Writes files by their paths in a folder. */
export async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await fs.mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await fs.writeFile(path.join(folder, name), text);
  }
}

/** Creates a project of a few files. Adds a `package.json` with the name `own` unless it is given. */
export async function createLibrary(files: Record<string, string>): Promise<string> {
  const folder = await createFolder();
  await writeFiles(folder, { 'package.json': '{"name": "own"}', ...files });
  return folder;
}
