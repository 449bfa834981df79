import fs from 'node:fs';
import path from 'node:path';
import { createFolderMaker } from '../base/files/folder-maker.ts';
import { createAnew } from '../base/files/make-room.ts';
import { WriteError } from '../base/files/write-error.ts';
import type { FileContent } from './write-tree.ts';

/** File systems that can clone files write no byte. Returns the total size in bytes. */
export function copyFiles(copies: ReadonlyMap<string, string>, folder: string): number {
  const makeFolder = createFolderMaker();
  let bytes = 0;
  for (const [output, source] of copies) {
    const target = path.join(folder, output);
    try {
      makeFolder(path.dirname(target));
      fs.copyFileSync(source, target, fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE);
      bytes += fs.statSync(target).size;
    } catch (error) {
      throw new WriteError(target, error);
    }
  }
  return bytes;
}

/** An existing file is replaced, not overwritten. */
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
