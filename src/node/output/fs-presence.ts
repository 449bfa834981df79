import { access, readFile } from 'node:fs/promises';
import { hasCode } from '../base/files/error-code.ts';

/** True when something stands at `path`; a link counts by its target. */
export async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}

/** Bytes of a file; undefined when there is none at `path`, or a folder. */
export async function readIfFile(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined;
    throw error;
  }
}
