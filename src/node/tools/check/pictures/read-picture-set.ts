import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../../base/diagnostics/create-diagnostic.ts';
import { hasCode } from '../../../base/files/error-code.ts';
import { PICTURES_DIR } from './picture-file.ts';
import { type Picture, type PictureSet, parsePictureSet, SET_FILE } from './picture-set.ts';

/** Not the images themselves. Throws a DiagnosticError with exit code 2 if there is no set, or if it is invalid. */
export async function readPictureSet(folder: string): Promise<PictureSet> {
  const set = await findPictureSet(folder);
  if (!set) throw failure(2, 'no-screenshot-set', { folder });
  return set;
}

/** Undefined if the folder has no set. Throws a DiagnosticError with exit code 2 if it is invalid. */
export async function findPictureSet(folder: string): Promise<PictureSet | undefined> {
  const text = await readSetFile(folder);
  if (text === undefined) return undefined;
  const refused = (reason: string): Error => failure(2, 'invalid-screenshot-set', { folder, reason });
  let set: Omit<PictureSet, 'folder'>;
  try {
    set = parsePictureSet(text);
  } catch (error) {
    throw refused(`${SET_FILE} is invalid: ${(error as Error).message}`);
  }
  const existing = await listImages(folder);
  const missing = set.pictures.find(({ file }) => !existing.has(file));
  if (missing) throw refused(`${missing.file} is missing`);
  return { folder, ...set };
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

export async function readPicture({ folder }: PictureSet, { file }: Picture): Promise<Uint8Array> {
  return await fs.readFile(path.join(folder, file));
}

/** `file` is named in the error. Throws a DiagnosticError with exit code 2 if the image cannot be decoded. */
export function decoding<Result>(file: string, decode: () => Result): Result {
  try {
    return decode();
  } catch (error) {
    throw failure(2, 'invalid-screenshot', { file, reason: (error as Error).message });
  }
}
