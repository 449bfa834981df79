import { describe, expect, it } from 'vitest';
import { isScreenshotFile, screenshotFile } from '../../../../../src/node/tools/check/screenshots/screenshot-set.ts';
import type { ScreenshotKey } from '../../../../../src/shared/screenshot-review.ts';

const key: ScreenshotKey = { demo: 'docs-demo-a', state: '', width: 1280, color: 'dark' };
const fileOf = (changes: Partial<ScreenshotKey>): string => screenshotFile({ ...key, ...changes });

describe('the file of a screenshot', () => {
  it('is named after its key', () => {
    expect(fileOf({})).toBe('screenshots/docs-demo-a_1280_dark.png');
    expect(fileOf({ state: 'open' })).toBe('screenshots/docs-demo-a_open_1280_dark.png');
  });

  it('is stable for other texts', () => {
    expect(fileOf({ state: 'Größe: L' })).toBe('screenshots/docs-demo-a_gro-e-l~0824a8cb41_1280_dark.png');
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
    expect(files.filter((file) => !isScreenshotFile(file))).toEqual([]);
  });

  it('has a name that Windows does not reserve', () => {
    for (const demo of ['con', 'NUL', 'com1', 'lpt¹']) {
      const [name = ''] = fileOf({ demo }).replace('screenshots/', '').split('.');
      expect(name).not.toMatch(/^(?:con|prn|aux|nul|(?:com|lpt).)$/i);
    }
  });

  it('has a name of limited length', () => {
    const [one, other] = [fileOf({ demo: 'a'.repeat(500) }), fileOf({ demo: 'a'.repeat(501) })];
    expect(one).not.toBe(other);
    expect(fileOf({ demo: '長'.repeat(300), state: 'x'.repeat(300) }).length).toBeLessThan(200);
  });

  it.each([
    'screenshots/../../a.png',
    '/etc/passwd',
    'screenshots/a/b.png',
    'screenshots/a.png.exe',
    'a.png',
    'screenshots/.png',
    undefined,
  ])('cannot be %s', (file) => {
    expect(isScreenshotFile(file)).toBe(false);
  });
});
