import fs from 'node:fs';
import path from 'node:path';
import { hasCode } from '../base/files/error-code.ts';
import { createFolderMaker } from '../base/files/folder-maker.ts';
import { WriteError } from '../base/files/write-error.ts';

/**
 * Creates what gives a file another name: a hard link where it is as this process would make it, else a new file with its bytes.
 * Folders are made.
 */
export function createPlacer(): (source: string, target: string) => void {
  const makeFolder = createFolderMaker();
  return (source, target) =>
    naming(target, () => {
      makeFolder(path.dirname(target));
      if (!(isOwn(fs.lstatSync(source)) && link(source, target)))
        fs.copyFileSync(source, target, fs.constants.COPYFILE_EXCL);
    });
}

/** Creates what writes a new file, with its folders. */
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
    // Another disk, or one without links.
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

/** Whether a file is one that this process would make. */
function isOwn(stats: fs.Stats): boolean {
  const own = process.geteuid?.();
  return (
    stats.isFile() && (own === undefined || (stats.uid === own && (stats.mode & 0o7777) === (0o666 & ~process.umask())))
  );
}
