import fs from 'node:fs/promises';
import path from 'node:path';
import { contentHash } from './hash.ts';
import { packageDir } from './package-dir.ts';

/** Output folder for files with a content hash in their names. */
export const ASSETS_DIR = 'assets';

export function readBrowserScript(name: string): Promise<string> {
  return fs.readFile(path.join(packageDir, 'lib/browser', name), 'utf8');
}

export function contentPath(name: string, extension: string, text: string): string {
  return `${ASSETS_DIR}/${name}-${contentHash(text)}.${extension}`;
}
