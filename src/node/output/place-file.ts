import fs from 'node:fs';
import path from 'node:path';
import { createFolderMaker } from '../base/files/folder-maker.ts';
import { WriteError } from '../base/files/write-error.ts';
import { makeRoom } from './make-room.ts';
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
        makeRoom(target, error);
        fs.writeFileSync(target, content, { flag: 'wx' });
      }
    } catch (error) {
      throw new WriteError(target, error);
    }
  };
}
