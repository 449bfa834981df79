import fs from 'node:fs';
import path from 'node:path';
import { hasCode } from '../base/files/error-code.ts';
import { createFolderMaker } from '../base/files/folder-maker.ts';
import { WriteError } from '../base/files/write-error.ts';

/**
 * Creates a function that places a file at another path, with its parent folders. It creates a hard link if the file has the
 * owner and mode of a new file, otherwise a copy.
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

/** Returns whether a file has the owner and mode of a file that this process creates. */
function isOwn(stats: fs.Stats): boolean {
  const own = process.geteuid?.();
  return (
    stats.isFile() && (own === undefined || (stats.uid === own && (stats.mode & 0o7777) === (0o666 & ~process.umask())))
  );
}
