import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of this package: the nearest parent folder with a package.json, for code in `lib` as well as in `src`. */
export const packageDir: string = findUp(path.dirname(fileURLToPath(import.meta.url)));

export const packageVersion: string = JSON.parse(
  fs.readFileSync(path.join(packageDir, 'package.json'), 'utf8'),
).version;

export function appFile(name: string): string {
  return path.join(packageDir, 'src/app', name);
}

function findUp(dir: string): string {
  return fs.existsSync(path.join(dir, 'package.json')) ? dir : findUp(path.dirname(dir));
}
