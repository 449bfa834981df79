import { access, readFile } from 'node:fs/promises';
import { hasCode } from '../base/files/error-code.ts';

/** Returns true if `path` exists. A symbolic link exists if its target does. */
export async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}

/** Returns the bytes of a file. Returns undefined if `path` is missing or a folder. */
export async function readIfFile(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined;
    throw error;
  }
}
