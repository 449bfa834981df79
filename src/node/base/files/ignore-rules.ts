import fs from 'node:fs';
import path from 'node:path';
import ignore from 'ignore';
import { relativePath } from './paths.ts';

/**
 * Follows git: the last matching rule decides, and a file in an ignored folder cannot be re-included. `linesIn` is
 * called with the empty path first, then with deeper folders.
 */
export function isIgnored(file: string, linesIn: (folder: string) => string[]): boolean {
  const rules = ignore();
  let folder = '';
  for (const { index } of file.matchAll(/\/(?!$)|$/g)) {
    rules.add(linesIn(folder).map((line) => ruleBelow(folder, line)));
    if (rules.ignores(file.slice(0, index + 1))) return true;
    folder = file.slice(0, index);
  }
  return false;
}

/** Returns the lines of the first file that exists, or no lines if none exists. */
export function readIgnoreFile(folder: string, names: readonly string[]): string[] {
  const found = names
    .map((name) => path.join(folder, name))
    .find((file) => fs.existsSync(file) && fs.statSync(file).isFile());
  return found ? fs.readFileSync(found, 'utf8').split(/\r?\n/) : [];
}

/** Converts a line of a folder's ignore file to an equivalent line for the ignore file of the base folder. */
function ruleBelow(folder: string, line: string): string {
  if (folder === '' || line.trim() === '' || line.startsWith('#')) return line;
  const [, negation = '', glob = ''] = /^(!?)(.*)$/.exec(line) ?? [];
  // A pattern with a slash that is not its last character is relative to the folder; any other pattern matches at any depth.
  const depth = /\/\S/.test(glob) ? '' : '**/';
  return `${negation}/${folder.replace(/[\\*?[\] ]/g, '\\$&')}/${depth}${glob.replace(/^\//, '')}`;
}

export function isGitIgnored(folder: string, file: string): boolean {
  return isIgnoredIn(repositoryOf(folder) ?? folder, path.join(folder, file));
}

/** Absolute folder of the git repository that tracks a folder. The folder need not exist. Undefined if git ignores the folder. */
export function repositoryOf(folder: string): string | undefined {
  for (let dir = folder; ; dir = path.dirname(dir)) {
    if (fs.existsSync(path.join(dir, '.git')))
      return dir !== folder && isIgnoredIn(dir, path.join(folder, 'package.json')) ? undefined : dir;
    if (dir === path.dirname(dir)) return undefined;
  }
}

function isIgnoredIn(repository: string, filePath: string): boolean {
  const file = relativePath(repository, filePath);
  return isIgnored(file, (folder) => readIgnoreFile(path.join(repository, folder), ['.gitignore']));
}
