import fs from 'node:fs';
import path from 'node:path';
import { createFolderMaker } from '../base/files/folder-maker.ts';
import { createAnew } from '../base/files/make-room.ts';
import { WriteError } from '../base/files/write-error.ts';
import type { FileContent } from './write-tree.ts';

/** Creates a function that writes a new file, with its parent folders. An existing file is replaced, not overwritten. */
export function createWriter(): (target: string, content: FileContent) => void {
  const makeFolder = createFolderMaker();
  return (target, content) => {
    try {
      makeFolder(path.dirname(target));
      createAnew(target, () => fs.writeFileSync(target, content, { flag: 'wx' }));
    } catch (error) {
      throw new WriteError(target, error);
    }
  };
}
