import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { spellingOf } from '../../../src/node/project/letter-case.ts';
import { makeFolder } from '../../helpers/folder.ts';

/** A file system that ignores letter case, as on Windows and macOS. */
const IGNORING = (() => {
  const files = ['/site/docs/index.md', '/site/demos/Box.tsx', '/site/demos/2.1', '/site/demos/Ünder.tsx'];
  const paths = new Set(
    files.flatMap((file) => file.split('/').map((_, end, parts) => parts.slice(0, end + 1).join('/'))),
  );
  return {
    exists: (filePath: string) => [...paths].some((known) => known.toLowerCase() === filePath.toLowerCase()),
    names: (folder: string) =>
      [...paths].flatMap((known) =>
        path.posix.dirname(known).toLowerCase() === folder.toLowerCase() ? [path.posix.basename(known)] : [],
      ),
  };
})();

it.each([
  ['/site/demos/Box.tsx', '/site/demos/Box.tsx'],
  ['/site/demos/box.tsx', '/site/demos/Box.tsx'],
  ['/site/Demos/BOX.TSX', '/site/demos/Box.tsx'],
  ['/Site/Docs/Index.md', '/site/docs/index.md'],
  ['/site/demos/2.1', '/site/demos/2.1'],
  ['/site/demos/ünder.tsx', '/site/demos/Ünder.tsx'],
])('%s is spelled %s on the disk', (written, spelt) => {
  expect(spellingOf(written, IGNORING)).toBe(spelt);
});

it('reads no folder if the file system distinguishes letter case', () => {
  const { names } = IGNORING;
  const exists = (filePath: string): boolean => filePath === '/site/demos/Box.tsx';
  expect(spellingOf('/site/demos/Box.tsx', { exists, names: () => expect.unreachable() })).toBe('/site/demos/Box.tsx');
  expect(names('/site/demos')).toContain('Box.tsx');
});

it('does not change the spelling of existing files', () => {
  const folder = makeFolder('spelling');
  mkdirSync(path.join(folder, 'A'));
  for (const name of ['A/box.tsx', 'A/BOX.TSX', 'A/1']) {
    writeFileSync(path.join(folder, name), '');
    expect(spellingOf(path.join(folder, name))).toBe(path.join(folder, name));
  }
});
