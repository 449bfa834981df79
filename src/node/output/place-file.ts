import fs from 'node:fs';
import path from 'node:path';
import { hasCode } from '../base/files/error-code.ts';
import { createFolderMaker } from '../base/files/folder-maker.ts';
import { createNewCheck } from '../base/files/like-new.ts';
import { WriteError } from '../base/files/write-error.ts';

/**
 * Creates a function that places a file at another path, with its parent folders. It creates a hard link if the file has the
 * owner and mode of a new file, otherwise a copy.
 */
export function createPlacer(): (source: string, target: string) => void {
  const isLikeNew = createNewCheck(0o666);
  const makeFolder = createFolderMaker();
  return (source, target) =>
    naming(target, () => {
      makeFolder(path.dirname(target));
      const stats = fs.lstatSync(source);
      if (!(stats.isFile() && isLikeNew(stats) && link(source, target)))
        fs.copyFileSync(source, target, fs.constants.COPYFILE_EXCL);
    });
}

/** Creates a function that writes a new file, with its parent folders. */
export function createWriter(): (target: string, text: string) => void {
  const makeFolder = createFolderMaker();
  return (target, text) =>
    naming(target, () => {
      makeFolder(path.dirname(target));
      fs.writeFileSync(target, text, { flag: 'wx' });
    });
}

function link(source: string, target: string): boolean {
  try {
    fs.linkSync(source, target);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EEXIST')) throw error;
    // Another disk, or a file system without hard links.
    return false;
  }
}

function naming(target: string, task: () => void): void {
  try {
    task();
  } catch (error) {
    throw new WriteError(target, error);
  }
}
