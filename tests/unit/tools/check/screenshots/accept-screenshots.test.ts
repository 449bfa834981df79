import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { acceptScreenshots } from '../../../../../src/node/tools/check/screenshots/accept-screenshots.ts';
import { compareSets } from '../../../../../src/node/tools/check/screenshots/compare-sets.ts';
import { readScreenshotSet } from '../../../../../src/node/tools/check/screenshots/read-screenshot-set.ts';
import type { AcceptedScreenshot } from '../../../../../src/shared/screenshot-review.ts';
import { makeFolder } from '../../../../helpers/folder.ts';
import {
  BLACK,
  createCanvas,
  createScreenshotSet,
  IDENTITY,
  type TakenScreenshot,
} from '../../../../helpers/screenshots.ts';

const white = createCanvas(20, 20).png();
const black = createCanvas(20, 20, BLACK).png();
let folder: string;
let current: string;
let baseline: string;
let list: string;

beforeEach(() => {
  folder = makeFolder('accept-screenshots');
  [current, baseline, list] = ['current', 'baseline', 'accepted.json'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
});

async function createSets(before: TakenScreenshot[], after: TakenScreenshot[]): Promise<void> {
  await createScreenshotSet(baseline, before);
  await createScreenshotSet(current, after);
}

/** Returns accept entries for all screenshots of one demo, like the review page. */
async function acceptedOf(demo: string): Promise<AcceptedScreenshot[]> {
  const result = await compareSets({
    before: await readScreenshotSet(baseline),
    after: await readScreenshotSet(current),
  });
  const entries = result.kind === 'compared' ? result.entries : [];
  return entries.flatMap(({ screenshot: { demo: own, state, width, color }, digest }) =>
    own === demo && digest !== undefined ? [{ demo, state, width, color, digest }] : [],
  );
}

async function kinds(): Promise<string[]> {
  const result = await compareSets({
    before: await readScreenshotSet(baseline),
    after: await readScreenshotSet(current),
  });
  return result.kind === 'compared' ? result.entries.map(({ kind, screenshot }) => `${kind} ${screenshot.demo}`) : [];
}

const accept = async (entries: unknown): Promise<number> => {
  await fs.writeFile(list, typeof entries === 'string' ? entries : JSON.stringify(entries));
  return await acceptScreenshots({ list, current, baseline });
};

describe('accepting screenshots', () => {
  beforeEach(async () => {
    await createSets(
      [
        { demo: 'changed', png: white },
        { demo: 'removed', png: white },
        { demo: 'same', png: white },
      ],
      [
        { demo: 'added', png: white },
        { demo: 'changed', title: 'New', png: black },
        { demo: 'same', png: white },
      ],
    );
  });

  it.each([
    ['changed', ['added added', 'removed removed', 'unchanged changed', 'unchanged same']],
    ['added', ['changed changed', 'removed removed', 'unchanged added', 'unchanged same']],
    ['removed', ['changed changed', 'added added', 'unchanged same']],
  ])('applies an entry for one that is %s', async (demo, expected) => {
    expect(await accept(await acceptedOf(demo))).toBe(1);
    expect(await kinds()).toEqual(expected);
  });

  it('applies all entries of a list, together with titles, twice', async () => {
    const entries = (await Promise.all(['changed', 'added'].map(acceptedOf))).flat();
    expect(await accept(entries)).toBe(2);
    expect(await accept(entries)).toBe(2);
    const { screenshots } = await readScreenshotSet(baseline);
    expect(screenshots.map(({ demo, title }) => [demo, title])).toEqual([
      ['added', undefined],
      ['changed', 'New'],
      ['removed', undefined],
      ['same', undefined],
    ]);
  });

  it('makes the baseline equal to the newest screenshots without a list', async () => {
    expect(await acceptScreenshots({ current, baseline })).toBe(3);
    expect(await kinds()).toEqual(['unchanged added', 'unchanged changed', 'unchanged same']);
    expect((await fs.readdir(path.join(baseline, 'screenshots'))).length).toBe(3);
  });

  it('creates a baseline', async () => {
    const entries = await acceptedOf('added');
    await fs.rm(baseline, { recursive: true });
    expect(await accept(entries)).toBe(1);
    expect((await readScreenshotSet(baseline)).screenshots).toMatchObject([{ demo: 'added' }]);
  });

  it('repairs a damaged baseline without a list', async () => {
    await fs.writeFile(path.join(baseline, 'set.json'), '{"format":1}');
    await acceptScreenshots({ current, baseline });
    expect(await kinds()).toEqual(['unchanged added', 'unchanged changed', 'unchanged same']);
  });
});

describe('screenshots are not accepted', () => {
  const entry = { demo: 'a', state: '', width: 390, color: 'light', digest: 'x' };

  beforeEach(async () => await createSets([{ demo: 'a', png: white }], [{ demo: 'a', png: black }]));

  it.each([
    ['{', 'CD173', /cannot be used: Expected property name/],
    [{}, 'CD173', /expected array, received object/],
    [[{ ...entry, digest: 1 }], 'CD173', /`0\.digest`: Invalid input: expected string/],
    [[{ ...entry, width: '390' }], 'CD173', /`0\.width`: Invalid input: expected number/],
    [[entry], 'CD174', /^a \(390 px, light\) changed after/],
    [
      [
        { ...entry, demo: 'b', state: 'open' },
        { ...entry, demo: 'c' },
      ],
      'CD174',
      /: b "open" \(390 px, light\) and 1 more$/,
    ],
  ])('with the list %j', async (entries, code, text) => {
    const before = await readScreenshotSet(baseline);
    await expect(accept(entries)).rejects.toMatchObject({
      exitCode: 2,
      diagnostics: [{ code, text: expect.stringMatching(text) }],
    });
    expect(await readScreenshotSet(baseline)).toEqual(before);
    expect(await kinds()).toEqual(['changed a']);
  });

  it('without a list file, or without screenshots', async () => {
    await expect(acceptScreenshots({ list, current, baseline })).rejects.toMatchObject({
      diagnostics: [{ code: 'CD173' }],
    });
    const none = path.join(folder, 'none');
    await expect(acceptScreenshots({ current: none, baseline })).rejects.toMatchObject({
      diagnostics: [{ code: 'CD170' }],
    });
  });

  it('in a baseline of another environment, except all of them', async () => {
    const entries = await acceptedOf('a');
    await createScreenshotSet(current, [{ demo: 'a', png: black }], { ...IDENTITY, browser: 'Chromium 151.0' });
    await expect(accept(entries)).rejects.toMatchObject({
      diagnostics: [
        {
          code: 'CD175',
          text: 'The baseline was taken in a different environment: the browser is Chromium 151.0 instead of Chromium 150.0',
        },
      ],
    });
    await acceptScreenshots({ current, baseline });
    expect((await readScreenshotSet(baseline)).identity.browser).toBe('Chromium 151.0');
  });
});
