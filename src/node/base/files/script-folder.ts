/** Temporary folder of a script that is imported from a file and then removed. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Prefix of the folder names. Every folder with this prefix is assumed to be ours. */
const NAME = '.cascader-docs-script-';

/** Creates a script folder in the system's folder for temporary files. */
export function makeScriptFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), NAME));
}
