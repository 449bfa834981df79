import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../../base/diagnostics/create-diagnostic.ts';
import { hasCode } from '../../../base/files/error-code.ts';
import { parsePictureSet } from './parse-picture-set.ts';
import { PICTURES_DIR, type PictureSet, SET_FILE } from './picture-set.ts';

/** Not the images themselves. Throws a DiagnosticError with exit code 2 if there is no set, or if it is invalid. */
export async function readPictureSet(folder: string): Promise<PictureSet> {
  const set = await findPictureSet(folder);
  if (!set) throw failure(2, 'no-picture-set', { folder });
  return set;
}

/** Undefined if the folder has no set. Throws a DiagnosticError with exit code 2 if it is invalid. */
export async function findPictureSet(folder: string): Promise<PictureSet | undefined> {
  const text = await readSetFile(folder);
  if (text === undefined) return undefined;
  const { problem, ...set } = parsePictureSet(text);
  if (problem) throw failure(2, 'invalid-picture-set', { folder, problem });
  const { identity, pictures } = set as PictureSet;
  const existing = await listImages(folder);
  const missing = pictures.find(({ file }) => !existing.has(file));
  if (missing) throw failure(2, 'invalid-picture-set', { folder, problem: { is: 'no-image', file: missing.file } });
  return { folder, identity, pictures };
}

/** Reads the text of a set file; undefined if it does not exist. */
export async function readSetFile(folder: string): Promise<string | undefined> {
  try {
    return await fs.readFile(path.join(folder, SET_FILE), 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** Lists regular files only, because a link in a downloaded set could lead to any file. */
async function listImages(folder: string): Promise<Set<string>> {
  try {
    const entries = await fs.readdir(path.join(folder, PICTURES_DIR), { withFileTypes: true });
    return new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => `${PICTURES_DIR}/${name}`));
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return new Set();
    throw error;
  }
}
