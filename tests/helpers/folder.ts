import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterFile } from './after-file.ts';

/** A folder inside the project, from which its packages can be resolved. */
export const INSIDE = path.resolve(import.meta.dirname, '../.tmp');
/** A folder outside of any project, from which no package can be resolved. */
export const OUTSIDE = os.tmpdir();

/**
 * Creates an empty folder, which is removed after the tests of the file, and returns its real path. Test files run in
 * parallel, so none may share a folder.
 */
export function makeFolder(name: string, parent: string = INSIDE): string {
  fs.mkdirSync(parent, { recursive: true });
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(parent, `${name}-`)));
  afterFile(() => fs.promises.rm(folder, { recursive: true, force: true }));
  return folder;
}
