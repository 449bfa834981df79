import fs from 'node:fs';
import path from 'node:path';
import { hasCode } from '../base/files/error-code.ts';
import { createFolderMaker } from '../base/files/folder-maker.ts';
import { WriteError } from '../base/files/write-error.ts';
import type { FileContent } from './write-tree.ts';

/** Creates a function that writes a new file, with its parent folders. */
export function createWriter(): (target: string, content: FileContent) => void {
  const makeFolder = createFolderMaker();
  return (target, content) => {
    try {
      makeFolder(path.dirname(target));
      try {
        fs.writeFileSync(target, content, { flag: 'wx' });
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error;
        // A folder of the replaced site may have the name of a new file.
        removeIfEmpty(target, error);
        fs.writeFileSync(target, content, { flag: 'wx' });
      }
    } catch (error) {
      throw new WriteError(target, error);
    }
  };
}

/** Removes an empty folder. Throws the given error if there is anything else. */
function removeIfEmpty(folder: string, error: unknown): void {
  try {
    fs.rmdirSync(folder);
  } catch {
    throw error;
  }
}
