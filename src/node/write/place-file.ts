import fs from 'node:fs';
import path from 'node:path';
import { hasCode } from '../files/error-code.ts';
import { WriteError } from './write-error.ts';

/**
 * Gives a file another name: a hard link where it is as this process would make it, else a new file with its bytes. Folders are
 * made.
 *
 * @param bytes what is in it
 */
export function placeFile(source: string, bytes: Uint8Array, target: string): void {
  try {
    try {
      placeIn(source, bytes, target);
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
      fs.mkdirSync(path.dirname(target), { recursive: true });
      placeIn(source, bytes, target);
    }
  } catch (error) {
    throw new WriteError(target, error);
  }
}

function placeIn(source: string, bytes: Uint8Array, target: string): void {
  if (isOwn(fs.lstatSync(source))) {
    try {
      fs.linkSync(source, target);
      return;
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'EEXIST')) throw error;
      // Another disk, or one without links.
    }
  }
  fs.writeFileSync(target, bytes, { flag: 'wx' });
}

/** Whether a file is one that this process would make. */
function isOwn(stats: fs.Stats): boolean {
  const own = process.geteuid?.();
  return (
    stats.isFile() && (own === undefined || (stats.uid === own && (stats.mode & 0o7777) === (0o666 & ~process.umask())))
  );
}
