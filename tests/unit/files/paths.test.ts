import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInside, relativePath, shownPath, toPosix } from '../../../src/node/files/paths.ts';

const root = path.resolve('/project');
const at = (...names: string[]): string => path.join(root, ...names);

describe('paths', () => {
  it('have forward slashes', () => {
    expect(toPosix(path.join('a', 'b'))).toBe('a/b');
    expect(relativePath(root, at('docs', 'a.md'))).toBe('docs/a.md');
    expect(relativePath(at('docs'), at('a.md'))).toBe('../a.md');
  });

  it.each([
    ['the folder itself', root, true],
    ['a file below', at('a', 'b'), true],
    ['a name that begins with two dots', at('..foo'), true],
    ['a name that begins with three dots', at('...', 'a'), true],
    ['the folder above', at('..'), false],
    ['a file beside', at('..', 'other', 'a'), false],
    ['a folder with a longer name', `${root}s`, false],
  ])('tell of %s whether a folder has it', (_, filePath, expected) => {
    expect(isInside(root, filePath)).toBe(expected);
  });

  it('tell that what is no path lies in no folder, wherever the command was called', () => {
    expect(isInside(process.cwd(), '<stdin>')).toBe(false);
  });

  it('are shown as seen from the site', () => {
    expect(shownPath(root, root)).toBe('.');
    expect(shownPath(root, at('dist', 'a'))).toBe('dist/a');
    expect(shownPath(root, at('..foo'))).toBe('..foo');
    expect(shownPath(root, at('..', 'a'))).toBe(at('..', 'a'));
  });
});
