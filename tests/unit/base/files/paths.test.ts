import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInside, relativePath, shownPath, toPosix } from '../../../../src/node/base/files/paths.ts';

/** Names in a folder, or beside it, and whether it has them. */
const NAMES: [what: string, names: string[], isInside: boolean][] = [
  ['the folder itself', [], true],
  ['a file below', ['docs', 'a.md'], true],
  ['a name with spaces and other letters', ['d ö', '文.md'], true],
  ['a name that begins with two dots', ['..foo'], true],
  ['a name that begins with three dots', ['...', 'a'], true],
  ['a way out and back in', ['..', 'project', 'a'], true],
  ['the folder above', ['..'], false],
  ['a file beside', ['..', 'other', 'a'], false],
  ['a folder with a longer name', ['..', 'projects'], false],
];

describe.each([
  ['posix', path.posix, '/work/project'],
  ['Windows', path.win32, 'C:\\work\\project'],
  ['a share of Windows', path.win32, '\\\\server\\share\\project'],
] as const)('paths of %s', (_, system, root) => {
  it.each(NAMES)('tell of %s whether a folder has it', (_, names, expected) => {
    expect(isInside(root, system.join(root, ...names), system)).toBe(expected);
  });

  it.each(NAMES)('are alike with forward slashes: %s', (_, names, inside) => {
    const filePath = system.join(root, ...names);
    const relative = path.posix.relative('/work/project', path.posix.join('/work/project', ...names));
    expect(relativePath(root, filePath, system)).toBe(relative);
    expect(shownPath(root, filePath, system)).toBe(inside ? relative || '.' : filePath);
  });

  it('tell that what is no path lies in no folder, wherever the command was called', () => {
    expect(isInside(root, '<stdin>', system)).toBe(false);
  });
});

describe('paths', () => {
  it('of Windows lie on no other drive, whatever the case of their letters', () => {
    expect(isInside('C:\\work', 'D:\\work\\a', path.win32)).toBe(false);
    expect(isInside('C:\\work', 'c:\\WORK\\a', path.win32)).toBe(true);
    expect(shownPath('C:\\work', 'D:\\a', path.win32)).toBe('D:\\a');
    expect(relativePath('C:\\work', 'C:/work/docs\\a.md', path.win32)).toBe('docs/a.md');
  });

  it('keep a backslash where it is a letter', () => {
    expect(toPosix('a\\b', path.posix)).toBe('a\\b');
    expect(toPosix('a\\b', path.win32)).toBe('a/b');
  });

  it('are those of the system that runs', () => {
    expect(toPosix(path.join('a', 'b'))).toBe('a/b');
    expect(isInside(process.cwd(), path.resolve('a'))).toBe(true);
    expect(shownPath(process.cwd(), path.resolve('a', 'b'))).toBe('a/b');
  });
});
