import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInside, relativePath, shownPath, toPosix } from '../../../../src/node/base/files/paths.ts';

/** Names relative to a folder, and whether they are inside of it. */
const NAMES: [what: string, names: string[], isInside: boolean][] = [
  ['the folder itself', [], true],
  ['a file below', ['docs', 'a.md'], true],
  ['a name with spaces and other letters', ['d ö', '文.md'], true],
  ['a name that begins with two dots', ['..foo'], true],
  ['a name that begins with three dots', ['...', 'a'], true],
  ['a path out of and back into the folder', ['..', 'project', 'a'], true],
  ['the parent folder', ['..'], false],
  ['a file in a sibling folder', ['..', 'other', 'a'], false],
  ['a folder with a longer name', ['..', 'projects'], false],
];

describe.each([
  ['posix', path.posix, '/work/project'],
  ['Windows', path.win32, 'C:\\work\\project'],
  ['a Windows share', path.win32, '\\\\server\\share\\project'],
] as const)('paths of %s', (_, system, root) => {
  it.each(NAMES)('are inside of a folder or not: %s', (_, names, expected) => {
    expect(isInside(root, system.join(root, ...names), system)).toBe(expected);
  });

  it.each(NAMES)('are printed with forward slashes: %s', (_, names, inside) => {
    const filePath = system.join(root, ...names);
    const relative = path.posix.relative('/work/project', path.posix.join('/work/project', ...names));
    expect(relativePath(root, filePath, system)).toBe(relative);
    expect(shownPath(root, filePath, system)).toBe(inside ? relative || '.' : filePath);
  });

  it('do not count as inside of a folder if they are not paths, such as `<stdin>`', () => {
    expect(isInside(root, '<stdin>', system)).toBe(false);
  });
});

describe('paths', () => {
  it('on Windows depend on the drive, but not on letter case', () => {
    expect(isInside('C:\\work', 'D:\\work\\a', path.win32)).toBe(false);
    expect(isInside('C:\\work', 'c:\\WORK\\a', path.win32)).toBe(true);
    expect(shownPath('C:\\work', 'D:\\a', path.win32)).toBe('D:\\a');
    expect(relativePath('C:\\work', 'C:/work/docs\\a.md', path.win32)).toBe('docs/a.md');
  });

  it('keep backslashes where they are letters', () => {
    expect(toPosix('a\\b', path.posix)).toBe('a\\b');
    expect(toPosix('a\\b', path.win32)).toBe('a/b');
  });

  it('use the rules of the current system by default', () => {
    expect(toPosix(path.join('a', 'b'))).toBe('a/b');
    expect(isInside(process.cwd(), path.resolve('a'))).toBe(true);
    expect(shownPath(process.cwd(), path.resolve('a', 'b'))).toBe('a/b');
  });
});
