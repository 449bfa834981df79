import { access } from 'node:fs/promises';
import { hasCode } from '../base/files/error-code.ts';

/** A symbolic link exists if its target does. */
export async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}
