import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../../base/diagnostics/create-diagnostic.ts';
import { hasCode } from '../../../base/errors.ts';
import {
  parseScreenshotSet,
  SCREENSHOTS_DIR,
  type Screenshot,
  type ScreenshotSet,
  SET_FILE,
} from './screenshot-set.ts';

/** Reads a set without its images. Throws a DiagnosticError with exit code 2 if there is no set or if it is invalid. */
export async function readScreenshotSet(folder: string): Promise<ScreenshotSet> {
  const set = await findScreenshotSet(folder);
  if (!set) throw failure(2, 'no-screenshot-set', { folder });
  return set;
}

/** Returns undefined if the folder contains no set. Throws a DiagnosticError with exit code 2 if the set is invalid. */
export async function findScreenshotSet(folder: string): Promise<ScreenshotSet | undefined> {
  const text = await readSetFile(folder);
  if (text === undefined) return undefined;
  const refused = (reason: string): Error => failure(2, 'invalid-screenshot-set', { folder, reason });
  let set: Omit<ScreenshotSet, 'folder'>;
  try {
    set = parseScreenshotSet(text);
  } catch (error) {
    throw refused(`${SET_FILE} is invalid: ${(error as Error).message}`);
  }
  const existing = await listImages(folder);
  const missing = set.screenshots.find(({ file }) => !existing.has(file));
  if (missing) throw refused(`${missing.file} is missing`);
  return { folder, ...set };
}

/** Reads the text of a set file. Returns undefined if the file does not exist. */
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
    const entries = await fs.readdir(path.join(folder, SCREENSHOTS_DIR), { withFileTypes: true });
    return new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => `${SCREENSHOTS_DIR}/${name}`));
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return new Set();
    throw error;
  }
}

export async function readScreenshot({ folder }: ScreenshotSet, { file }: Screenshot): Promise<Uint8Array> {
  return await fs.readFile(path.join(folder, file));
}

/** Decodes an image. Throws a DiagnosticError with exit code 2, which names `file`, if the image cannot be decoded. */
export function decoding<Result>(file: string, decode: () => Result): Result {
  try {
    return decode();
  } catch (error) {
    throw failure(2, 'invalid-screenshot', { file, reason: (error as Error).message });
  }
}
