/** The folder of a script that is imported from a file, and gone at once. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** No project is called so: what lies in such a folder is taken for ours. */
const NAME = '.cascader-docs-script-';

/** Makes such a folder where temporary files lie. */
export function makeScriptFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), NAME));
}

/** Whether a file lies in one, or is one. */
export function isInScriptFolder(file: string): boolean {
  return file.includes(path.sep + NAME);
}
