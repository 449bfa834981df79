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

  it('does not write pictures that are equal', async () => {
    const folder = makeFolder('picture-set');
    const pictures = [{ demo: 'a', png: white }];
    await createPictureSet(folder, pictures);
    const times = async () => (await fs.stat(path.join(folder, 'pictures/a_390_light.png'))).ino;
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

  it('is no set while its pictures are replaced, and is replaced after a crash', async () => {
    const folder = makeFolder('picture-set');
    await createPictureSet(folder, [
      { demo: 'a', png: white },
      { demo: 'b', png: white },
    ]);
    const old = path.join(folder, 'pictures/b_390_light.png');
    await fs.rm(old);
    await fs.mkdir(old);
    await expect(createPictureSet(folder, [{ demo: 'a', png: black }])).rejects.toThrow(/EISDIR/);
    await fs.rmdir(old);
    expect(await codeOf(folder)).toBe('CD170 There are no screenshots in FOLDER');
    await fs.mkdir(path.join(folder, 'new-pictures'));
    await fs.writeFile(path.join(folder, 'new-pictures/old.png'), black);
    await createPictureSet(folder, [{ demo: 'a', png: white }]);
    expect(await listOf(folder)).toEqual(['pictures', 'pictures/a_390_light.png', 'set.json']);
  });

  it('may be missing', async () => {
    const folder = makeFolder('picture-set');
    expect(await findPictureSet(folder)).toBeUndefined();
    expect(await findPictureSet(path.join(folder, 'none'))).toBeUndefined();
    expect(await codeOf(folder)).toBe('CD170 There are no screenshots in FOLDER');
  });
});

describe('an invalid set', () => {
  const picture = { demo: 'a', route: '/', state: '', width: 390, color: 'light', file: 'pictures/a.png' };
  const valid = { format: 1, identity: IDENTITY, pictures: [picture] };
  it.each([
    ['{', /set\.json is invalid: Expected property name/],
    ['null', /expected object, received null/],
    [{ ...valid, format: 2 }, /`format`: Invalid input: expected 1/],
    [{ ...valid, identity: { browser: 'x' } }, /`identity\.flags`: Invalid input: expected array/],
    [{ ...valid, pictures: {} }, /`pictures`: Invalid input: expected array/],
    [{ ...valid, pictures: [picture, { ...picture, demo: '' }] }, /`pictures\.1\.demo`: Too small/],
    [{ ...valid, pictures: [{ ...picture, width: 1.5 }] }, /`pictures\.0\.width`: Invalid input: expected int/],
    [{ ...valid, pictures: [{ ...picture, color: 'red' }] }, /`pictures\.0\.color`: Invalid option/],
    [{ ...valid, pictures: [{ ...picture, file: 'pictures/../../x.png' }] }, /file`: not the path of a picture/],
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
