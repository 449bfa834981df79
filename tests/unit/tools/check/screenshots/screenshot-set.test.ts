import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findScreenshotSet,
  readScreenshotSet,
} from '../../../../../src/node/tools/check/screenshots/read-screenshot-set.ts';
import { describeIdentityDifference } from '../../../../../src/node/tools/check/screenshots/screenshot-set.ts';
import { writeScreenshotSet } from '../../../../../src/node/tools/check/screenshots/write-screenshot-set.ts';
import { makeFolder } from '../../../../helpers/folder.ts';
import { BLACK, createCanvas, createScreenshotSet, IDENTITY } from '../../../../helpers/screenshots.ts';

const white = createCanvas(4, 4).png();
const black = createCanvas(4, 4, BLACK).png();
const listOf = async (folder: string): Promise<string[]> => (await fs.readdir(folder, { recursive: true })).sort();
const codeOf = async (folder: string): Promise<string> => {
  const error = (await readScreenshotSet(folder).catch((reason: unknown) => reason)) as {
    diagnostics: { code: string; text: string }[];
  };
  return `${error.diagnostics[0]?.code} ${error.diagnostics[0]?.text.replace(folder, 'FOLDER')}`;
};

describe('a set of screenshots', () => {
  it('is read as it was written, sorted, with one line for each screenshot', async () => {
    const folder = makeFolder('screenshot-set');
    const set = await createScreenshotSet(folder, [
      { demo: 'b', png: white },
      { demo: 'a', state: 'open', png: black, unstable: true },
      { demo: 'a', width: 1280, png: white },
      { demo: 'a', color: 'dark', title: 'A "demo"', png: black },
      { demo: 'a', png: white },
    ]);
    expect(await readScreenshotSet(folder)).toEqual(set);
    expect(set.identity).toEqual(IDENTITY);
    const text = await fs.readFile(path.join(folder, 'set.json'), 'utf8');
    expect(text).toMatchInlineSnapshot(`
      "{
        "format": 1,
        "identity": {"browser":"Chromium 150.0","flags":["--hide-scrollbars"],"fonts":"abc","platform":"linux"},
        "screenshots": [
          {"demo":"a","title":"A \\"demo\\"","route":"/","state":"","width":390,"color":"dark","file":"screenshots/a_390_dark.png"},
          {"demo":"a","route":"/","state":"","width":390,"color":"light","file":"screenshots/a_390_light.png"},
          {"demo":"a","route":"/","state":"","width":1280,"color":"light","file":"screenshots/a_1280_light.png"},
          {"demo":"a","route":"/","state":"open","width":390,"color":"light","file":"screenshots/a_open_390_light.png","unstable":true},
          {"demo":"b","route":"/","state":"","width":390,"color":"light","file":"screenshots/b_390_light.png"}
        ]
      }
      "
    `);
    expect(await listOf(path.join(folder, 'screenshots'))).toEqual(
      set.screenshots.map(({ file }) => file.replace('screenshots/', '')).sort(),
    );
    expect(Buffer.compare(await fs.readFile(path.join(folder, set.screenshots[0]?.file ?? '')), black)).toBe(0);
  });

  it('deletes the screenshots of the old set, and no other file', async () => {
    const folder = makeFolder('screenshot-set');
    await createScreenshotSet(folder, [
      { demo: 'a', png: white },
      { demo: 'b', png: white },
    ]);
    await fs.writeFile(path.join(folder, 'README.md'), '');
    await fs.writeFile(path.join(folder, 'screenshots/own.png'), white);
    await createScreenshotSet(folder, [{ demo: 'b', png: black }]);
    expect(await listOf(folder)).toEqual([
      'README.md',
      'screenshots',
      'screenshots/b_390_light.png',
      'screenshots/own.png',
      'set.json',
    ]);
  });

  it('does not write screenshots that are equal', async () => {
    const folder = makeFolder('screenshot-set');
    const screenshots = [{ demo: 'a', png: white }];
    await createScreenshotSet(folder, screenshots);
    const times = async () => (await fs.stat(path.join(folder, 'screenshots/a_390_light.png'))).ino;
    const before = await times();
    await createScreenshotSet(folder, screenshots);
    expect(await times()).toEqual(before);
  });

  it('is unchanged if a screenshot cannot be taken', async () => {
    const folder = makeFolder('screenshot-set');
    const set = await createScreenshotSet(folder, [{ demo: 'a', png: white }]);
    const files = await listOf(folder);
    const taking = writeScreenshotSet(folder, set, () => Promise.reject(new Error('no browser')));
    await expect(taking).rejects.toThrow('no browser');
    const screenshots = ['a', 'b'].map((demo) => ({
      demo,
      state: '',
      route: '/',
      width: 390,
      color: 'light' as const,
    }));
    const taken = writeScreenshotSet(folder, { ...set, screenshots }, ({ demo }) => {
      if (demo === 'b') throw new Error('crash');
      return black;
    });
    await expect(taken).rejects.toThrow('crash');
    expect(await readScreenshotSet(folder)).toEqual(set);
    expect(await listOf(folder)).toEqual(files);
    expect(Buffer.compare(await fs.readFile(path.join(folder, 'screenshots/a_390_light.png')), white)).toBe(0);
  });

  it('is no set while its screenshots are replaced, and is replaced after a crash', async () => {
    const folder = makeFolder('screenshot-set');
    await createScreenshotSet(folder, [
      { demo: 'a', png: white },
      { demo: 'b', png: white },
    ]);
    const old = path.join(folder, 'screenshots/b_390_light.png');
    await fs.rm(old);
    await fs.mkdir(old);
    await expect(createScreenshotSet(folder, [{ demo: 'a', png: black }])).rejects.toThrow(/EISDIR/);
    await fs.rmdir(old);
    expect(await codeOf(folder)).toBe('CD170 There are no screenshots in FOLDER');
    await fs.mkdir(path.join(folder, 'new-screenshots'));
    await fs.writeFile(path.join(folder, 'new-screenshots/old.png'), black);
    await createScreenshotSet(folder, [{ demo: 'a', png: white }]);
    expect(await listOf(folder)).toEqual(['screenshots', 'screenshots/a_390_light.png', 'set.json']);
  });

  it('may be missing', async () => {
    const folder = makeFolder('screenshot-set');
    expect(await findScreenshotSet(folder)).toBeUndefined();
    expect(await findScreenshotSet(path.join(folder, 'none'))).toBeUndefined();
    expect(await codeOf(folder)).toBe('CD170 There are no screenshots in FOLDER');
  });
});

describe('an invalid set', () => {
  const screenshot = { demo: 'a', route: '/', state: '', width: 390, color: 'light', file: 'screenshots/a.png' };
  const valid = { format: 1, identity: IDENTITY, screenshots: [screenshot] };
  it.each([
    ['{', /set\.json is invalid: Expected property name/],
    ['null', /expected object, received null/],
    [{ ...valid, format: 2 }, /`format`: Invalid input: expected 1/],
    [{ ...valid, identity: { browser: 'x' } }, /`identity\.flags`: Invalid input: expected array/],
    [{ ...valid, screenshots: {} }, /`screenshots`: Invalid input: expected array/],
    [{ ...valid, screenshots: [screenshot, { ...screenshot, demo: '' }] }, /`screenshots\.1\.demo`: Too small/],
    [
      { ...valid, screenshots: [{ ...screenshot, width: 1.5 }] },
      /`screenshots\.0\.width`: Invalid input: expected int/,
    ],
    [{ ...valid, screenshots: [{ ...screenshot, color: 'red' }] }, /`screenshots\.0\.color`: Invalid option/],
    [
      { ...valid, screenshots: [{ ...screenshot, file: 'screenshots/../../x.png' }] },
      /file`: not the path of a screenshot/,
    ],
    [{ ...valid, screenshots: [{ ...screenshot, file: 'screenshots/b.png' }] }, /screenshots\/b\.png is missing/],
    [{ ...valid, screenshots: [{ ...screenshot, file: 'screenshots/link.png' }] }, /screenshots\/link\.png is missing/],
  ])('is rejected: %j', async (content, message) => {
    const folder = makeFolder('screenshot-set');
    await fs.mkdir(path.join(folder, 'screenshots'));
    await fs.writeFile(path.join(folder, 'screenshots/a.png'), white);
    await fs.symlink('a.png', path.join(folder, 'screenshots/link.png'));
    await fs.writeFile(path.join(folder, 'set.json'), typeof content === 'string' ? content : JSON.stringify(content));
    expect(await codeOf(folder)).toMatch(/^CD171/);
    expect(await codeOf(folder)).toMatch(message);
  });
});

describe('two environments', () => {
  it('are equal if nothing differs', () => {
    expect(describeIdentityDifference(IDENTITY, { ...IDENTITY })).toBeUndefined();
  });

  it('are described by all differences', () => {
    const after = { browser: 'Chromium 151.0', flags: ['--new'], fonts: 'def', platform: 'darwin' };
    expect(describeIdentityDifference(IDENTITY, after)).toBe(
      'the browser is Chromium 151.0 instead of Chromium 150.0; the platform is darwin instead of linux; ' +
        'the installed fonts differ; the browser also has the flags --new; the browser no longer has the flags --hide-scrollbars',
    );
  });
});
