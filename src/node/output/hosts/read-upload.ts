import fs from 'node:fs';
import path from 'node:path';
import { relativePath } from '../../base/files/paths.ts';
import type { Upload } from './check-host.ts';

export function readUpload(folder: string): Upload {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file): [string, number] => [relativePath(folder, file), fs.statSync(file).size]);
  return { files: new Map(files), redirects: readRedirects(folder) };
}

function readRedirects(folder: string): string[] {
  const read = (name: string): string => {
    try {
      return fs.readFileSync(path.join(folder, name), 'utf8');
    } catch {
      // A site without redirects has no such file, and each hosting provider reads only one of the two.
      return '';
    }
  };
  const lines = read('_redirects').split('\n');
  const sources = read('vercel.json').match(/"source": .*\n\s*"destination"/g) ?? [];
  return [...lines.filter((line) => /^[^#\s]/.test(line)), ...sources];
}
