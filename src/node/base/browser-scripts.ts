import fs from 'node:fs/promises';
import path from 'node:path';
import { contentHash } from './content-hash.ts';
import { packageDir } from './package-dir.ts';

/** Folder of the output for files that are named by their content. */
export const ASSETS_DIR = 'assets';

/** Text of a script or style sheet for the browser that is compiled with the tool, by file name. */
export function readBrowserScript(name: string): Promise<string> {
  return fs.readFile(path.join(packageDir, 'lib/browser', name), 'utf8');
}

/** Path in the output of a file that is named by its content. */
export function contentPath(name: string, extension: string, text: string): string {
  return `${ASSETS_DIR}/${name}-${contentHash(text)}.${extension}`;
}
