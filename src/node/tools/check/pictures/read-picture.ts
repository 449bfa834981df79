import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../../base/diagnostics/create-diagnostic.ts';
import type { Picture, PictureSet } from './picture-set.ts';

export async function readPicture({ folder }: PictureSet, { file }: Picture): Promise<Uint8Array> {
  return await fs.readFile(path.join(folder, file));
}

/** `file` is named in the error. Throws a DiagnosticError with exit code 2 if the image cannot be decoded. */
export function decoding<Result>(file: string, decode: () => Result): Result {
  try {
    return decode();
  } catch (error) {
    throw failure(2, 'invalid-picture', { file, reason: (error as Error).message });
  }
}
