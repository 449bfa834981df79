import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeIdentityDifference } from '../../../../../src/node/tools/check/pictures/picture-set.ts';
import { findPictureSet, readPictureSet } from '../../../../../src/node/tools/check/pictures/read-picture-set.ts';
import { writePictureSet } from '../../../../../src/node/tools/check/pictures/write-picture-set.ts';
import { makeFolder } from '../../../../helpers/folder.ts';
import { BLACK, createCanvas, createPictureSet, IDENTITY } from '../../../../helpers/pictures.ts';

const white = createCanvas(4, 4).png();
const black = createCanvas(4, 4, BLACK).png();
const listOf = async (folder: string): Promise<string[]> => (await fs.readdir(folder, { recursive: true })).sort();
const codeOf = async (folder: string): Promise<string> => {
  const error = (await readPictureSet(folder).catch((reason: unknown) => reason)) as {
    diagnostics: { code: string; text: string }[];
  };
  return `${error.diagnostics[0]?.code} ${error.diagnostics[0]?.text.replace(folder, 'FOLDER')}`;
};

describe('a set of pictures', () => {
  it('is read as it was written, sorted, with one line for each picture', async () => {
    const folder = makeFolder('picture-set');
    const set = await createPictureSet(folder, [
      { demo: 'b', png: white },
      { demo: 'a', state: 'open', png: black, unstable: true },
      { demo: 'a', width: 1280, png: white },
      { demo: 'a', color: 'dark', title: 'A "demo"', png: black },
      { demo: 'a', png: white },
    ]);
    expect(await readPictureSet(folder)).toEqual(set);
    expect(set.identity).toEqual(IDENTITY);
    const text = await fs.readFile(path.join(folder, 'set.json'), 'utf8');
    expect(text).toMatchInlineSnapshot(`
      "{
        "format": 1,
        "identity": {"browser":"Chromium 150.0","flags":["--hide-scrollbars"],"fonts":"abc","platform":"linux"},
        "pictures": [
          {"demo":"a","title":"A \\"demo\\"","route":"/","state":"","width":390,"color":"dark","file":"pictures/a_390_dark.png"},
          {"demo":"a","route":"/","state":"","width":390,"color":"light","file":"pictures/a_390_light.png"},
          {"demo":"a","route":"/","state":"","width":1280,"color":"light","file":"pictures/a_1280_light.png"},
          {"demo":"a","route":"/","state":"open","width":390,"color":"light","file":"pictures/a_open_390_light.png","unstable":true},
          {"demo":"b","route":"/","state":"","width":390,"color":"light","file":"pictures/b_390_light.png"}
        ]
      }
      "
    `);
    expect(await listOf(path.join(folder, 'pictures'))).toEqual(
      set.pictures.map(({ file }) => file.replace('pictures/', '')).sort(),
    );
    expect(Buffer.compare(await fs.readFile(path.join(folder, set.pictures[0]?.file ?? '')), black)).toBe(0);
  });

  it('deletes the pictures of the old set, and no other file', async () => {
    const folder = makeFolder('picture-set');
    await createPictureSet(folder, [
      { demo: 'a', png: white },
      { demo: 'b', png: white },
    ]);
    await fs.writeFile(path.join(folder, 'README.md'), '');
    await fs.writeFile(path.join(folder, 'pictures/own.png'), white);
    await createPictureSet(folder, [{ demo: 'b', png: black }]);
    expect(await listOf(folder)).toEqual([
      'README.md',
      'pictures',
      'pictures/b_390_light.png',
      'pictures/own.png',
      'set.json',
    ]);
  });

  it('does not write files that are equal', async () => {
    const folder = makeFolder('picture-set');
    const pictures = [{ demo: 'a', png: white }];
    await createPictureSet(folder, pictures);
    const times = async () =>
      await Promise.all(
        ['set.json', 'pictures/a_390_light.png'].map(async (name) => (await fs.stat(path.join(folder, name))).ino),
      );
    const before = await times();
    await createPictureSet(folder, pictures);
    expect(await times()).toEqual(before);
  });

  it('is unchanged if a picture cannot be taken', async () => {
    const folder = makeFolder('picture-set');
    const set = await createPictureSet(folder, [{ demo: 'a', png: white }]);
    const files = await listOf(folder);
    const taking = writePictureSet(folder, set, () => Promise.reject(new Error('no browser')));
    await expect(taking).rejects.toThrow('no browser');
    const pictures = ['a', 'b'].map((demo) => ({ demo, state: '', route: '/', width: 390, color: 'light' as const }));
    const taken = writePictureSet(folder, { ...set, pictures }, ({ demo }) => {
      if (demo === 'b') throw new Error('crash');
      return black;
    });
    await expect(taken).rejects.toThrow('crash');
    expect(await readPictureSet(folder)).toEqual(set);
    expect(await listOf(folder)).toEqual(files);
    expect(Buffer.compare(await fs.readFile(path.join(folder, 'pictures/a_390_light.png')), white)).toBe(0);
  });

  it('is rejected after a crash, and replaced by the next one', async () => {
    const folder = makeFolder('picture-set');
    await fs.mkdir(path.join(folder, 'pictures'));
    for (const name of ['a_390_light.png', 'old.png', 'a_390_light.png.00000000-0000-4000-8000-000000000000.tmp'])
      await fs.writeFile(path.join(folder, 'pictures', name), black);
    const pictures = ['pictures/a_390_light.png', 'pictures/old.png', '../x'].map((file) => ({ file }));
    await fs.writeFile(path.join(folder, 'set.json'), JSON.stringify({ format: 1, unfinished: true, pictures }));
    expect(await codeOf(folder)).toBe(
      'CD171 The pictures in FOLDER cannot be used: the process that wrote them was interrupted',
    );
    await createPictureSet(folder, [{ demo: 'a', png: white }]);
    expect(await listOf(path.join(folder, 'pictures'))).toEqual(['a_390_light.png']);
  });

  it('may be missing', async () => {
    const folder = makeFolder('picture-set');
    expect(await findPictureSet(folder)).toBeUndefined();
    expect(await findPictureSet(path.join(folder, 'none'))).toBeUndefined();
    expect(await codeOf(folder)).toBe('CD170 There are no pictures in FOLDER');
  });
});

describe('an invalid set', () => {
  const picture = { demo: 'a', route: '/', state: '', width: 390, color: 'light', file: 'pictures/a.png' };
  const valid = { format: 1, identity: IDENTITY, pictures: [picture] };
  it.each([
    ['{', /set\.json is not valid JSON/],
    ['null', /format undefined/],
    [{ ...valid, format: 2 }, /has the format 2, which this version cannot read/],
    [{ ...valid, identity: { browser: 'x' } }, /does not describe the environment/],
    [{ ...valid, pictures: {} }, /has no list of pictures/],
    [{ ...valid, pictures: [picture, { ...picture, demo: '' }] }, /picture 2 in set\.json has no `demo`/],
    [{ ...valid, pictures: [{ ...picture, state: undefined }] }, /has no `state`/],
    [{ ...valid, pictures: [{ ...picture, width: 1.5 }] }, /has no `width` in pixels/],
    [{ ...valid, pictures: [{ ...picture, color: 'red' }] }, /has a `color` other than/],
    [{ ...valid, pictures: [{ ...picture, route: 1 }] }, /has no `route`/],
    [{ ...valid, pictures: [{ ...picture, title: {} }] }, /has a `title` that is not a text/],
    [{ ...valid, pictures: [{ ...picture, file: 'pictures/../../x.png' }] }, /has a `file` that is not a path/],
    [{ ...valid, pictures: [picture, picture] }, /picture 2 in set\.json repeats an earlier entry/],
    [{ ...valid, pictures: [{ ...picture, file: 'pictures/b.png' }] }, /pictures\/b\.png is missing/],
    [{ ...valid, pictures: [{ ...picture, file: 'pictures/link.png' }] }, /pictures\/link\.png is missing/],
  ])('is rejected: %j', async (content, message) => {
    const folder = makeFolder('picture-set');
    await fs.mkdir(path.join(folder, 'pictures'));
    await fs.writeFile(path.join(folder, 'pictures/a.png'), white);
    await fs.symlink('a.png', path.join(folder, 'pictures/link.png'));
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
