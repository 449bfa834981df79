import fs from 'node:fs';
import { hasCode } from '../base/files/error-code.ts';
import { disk } from '../store/observe-reads.ts';

/**
 * Removes an empty folder in the place of a new file: a folder of the replaced site may have its name.
 *
 * @param error error of writing the file; it is thrown if there is anything else
 * @param options.isReplaced true if an existing file is removed too, for example because it is hard-linked to the last output
 */
export function makeRoom(target: string, error: unknown, { isReplaced = false } = {}): void {
  if (!hasCode(error, 'EEXIST')) throw error;
  try {
    if (isReplaced && !disk.lstat(target).isDirectory()) fs.unlinkSync(target);
    else fs.rmdirSync(target);
  } catch {
    throw error;
  }
}
