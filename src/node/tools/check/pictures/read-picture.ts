import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../../base/diagnostics/create-diagnostic.ts';
import type { Picture, PictureSet } from './picture-set.ts';

/** Reads the image of a picture. */
export async function readPicture({ folder }: PictureSet, { file }: Picture): Promise<Uint8Array> {
  return await fs.readFile(path.join(folder, file));
}

/**
 * Runs a function that decodes an image.
 *
 * @param file named in the error
 * @throws DiagnosticError with exit code 2 if the image cannot be decoded
 */
export function decoding<Result>(file: string, decode: () => Result): Result {
  try {
    return decode();
  } catch (error) {
    throw failure(2, 'invalid-picture', { file, reason: (error as Error).message });
  }
}
