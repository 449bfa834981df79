import { describe, expect, it } from 'vitest';
import { isPictureFile, pictureFile } from '../../../../../src/node/tools/check/pictures/picture-file.ts';
import type { PictureKey } from '../../../../../src/shared/picture-review.ts';

const key: PictureKey = { demo: 'docs-demo-a', state: '', width: 1280, color: 'dark' };
const fileOf = (changes: Partial<PictureKey>): string => pictureFile({ ...key, ...changes });

describe('the file of a picture', () => {
  it('is named after its key', () => {
    expect(fileOf({})).toBe('pictures/docs-demo-a_1280_dark.png');
    expect(fileOf({ state: 'open' })).toBe('pictures/docs-demo-a_open_1280_dark.png');
  });

  it('is stable for other texts', () => {
    expect(fileOf({ state: 'Größe: L' })).toBe('pictures/docs-demo-a_gro-e-l~0824a8cb41_1280_dark.png');
  });

  it('differs for different keys, also on systems that ignore case', () => {
    const texts = [
      'a',
      'A',
      'a-b',
      'a_b',
      'a b',
      'A-B',
      'ä',
      'a\u0308',
      '',
      '打开',
      '开',
      '-a',
      'a~1',
      '../a',
      'con',
      '1280',
    ];
    const keys = texts.flatMap((demo) => texts.map((state) => ({ demo: `x${demo}`, state })));
    const files = keys.map(fileOf);
    expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(keys.length);
    expect(files.filter((file) => !isPictureFile(file))).toEqual([]);
  });

  it('has a name that Windows does not reserve', () => {
    for (const demo of ['con', 'NUL', 'com1', 'lpt¹']) {
      const [name = ''] = fileOf({ demo }).replace('pictures/', '').split('.');
      expect(name).not.toMatch(/^(?:con|prn|aux|nul|(?:com|lpt).)$/i);
    }
  });

  it('has a name of limited length', () => {
    const [one, other] = [fileOf({ demo: 'a'.repeat(500) }), fileOf({ demo: 'a'.repeat(501) })];
    expect(one).not.toBe(other);
    expect(fileOf({ demo: '長'.repeat(300), state: 'x'.repeat(300) }).length).toBeLessThan(200);
  });

  it.each([
    'pictures/../../a.png',
    '/etc/passwd',
    'pictures/a/b.png',
    'pictures/a.png.exe',
    'a.png',
    'pictures/.png',
    undefined,
  ])('cannot be %s', (file) => {
    expect(isPictureFile(file)).toBe(false);
  });
});
