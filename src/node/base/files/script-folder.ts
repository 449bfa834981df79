import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Prefix of the folder names. Every folder with this prefix is assumed to be ours. */
const NAME = '.cascader-docs-script-';

export function makeScriptFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), NAME));
}
