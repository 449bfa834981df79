import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isGitIgnored } from '../files/git-ignore.ts';

/**
 * Adds folders to an ignore file, where git does not ignore them.
 *
 * @returns the new text, undefined where nothing is to be added, and the added lines
 */
export async function addIgnoreLines(
  folder: string,
  folders: string[],
  file = '.gitignore',
): Promise<{ text: string; lines: string[] } | undefined> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => '');
  const lines = folders.filter((one) => file !== '.gitignore' || !isGitIgnored(folder, `${one.replace(/^\//, '')}/a`));
  if (lines.length === 0) return undefined;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const before = text === '' || text.endsWith('\n') ? text : text + end;
  return { text: before + lines.map((line) => line + end).join(''), lines };
}
