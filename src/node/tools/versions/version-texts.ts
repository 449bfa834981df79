/** Texts of the files of versions. They have a line for each entry, so that changes can be read and merged. */

import type { VersionList } from '../../project/versions/check-list.ts';
import type { VersionTree } from '../../project/versions/check-tree.ts';
import { FORMAT } from '../../project/versions/stored-paths.ts';
import { compareIds } from './compare-ids.ts';

/** Returns the text of the list, newest version first. */
export function listText({ base, versions }: VersionList): string {
  const sorted = versions.toSorted((a, b) => compareIds(b.id, a.id));
  return printed({ format: FORMAT, base }, { versions: sorted.map((version) => JSON.stringify(version)) });
}

/** Returns the text of a tree. The same site always has the same text. */
export function treeText({ pages, files, headers = [], redirects = [], ...about }: VersionTree): string {
  const lines = Object.entries(files)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, file]) => `${JSON.stringify(path)}: ${JSON.stringify(file)}`);
  return printed(
    { format: FORMAT, ...about },
    {
      ...(headers.length > 0 && { headers: headers.map((entry) => JSON.stringify(entry)) }),
      ...(redirects.length > 0 && { redirects: redirects.map((entry) => JSON.stringify(entry)) }),
      pages: pages.map((page) => JSON.stringify(page)),
    },
    { files: lines },
  );
}

function printed(about: object, lists: Record<string, string[]>, objects: Record<string, string[]> = {}): string {
  const block = (key: string, lines: string[], [open, close]: [string, string]): string =>
    `  "${key}": ${open}${lines.map((line) => `\n    ${line}`).join(',')}${lines.length > 0 ? '\n  ' : ''}${close}`;
  const parts = [
    ...Object.entries(about)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `  "${key}": ${JSON.stringify(value)}`),
    ...Object.entries(lists).map(([key, lines]) => block(key, lines, ['[', ']'])),
    ...Object.entries(objects).map(([key, lines]) => block(key, lines, ['{', '}'])),
  ];
  return `{\n${parts.join(',\n')}\n}\n`;
}
