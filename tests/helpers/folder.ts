import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterFile } from './after-file.ts';

/** Inside the project: its packages are found from there. */
export const INSIDE = path.resolve(import.meta.dirname, '../.tmp');
/** Where there is no project, and no package to be found. */
export const OUTSIDE = os.tmpdir();

/**
 * Makes an empty folder that is gone after the tests of the file; gives its real path. Files of tests run side by side: none
 * may share one.
 */
export function makeFolder(name: string, parent: string = INSIDE): string {
  fs.mkdirSync(parent, { recursive: true });
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(parent, `${name}-`)));
  afterFile(() => fs.promises.rm(folder, { recursive: true, force: true }));
  return folder;
}
