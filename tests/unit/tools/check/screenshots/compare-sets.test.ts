import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../../../src/node/base/hash.ts';
import { compareSets, type SetComparison } from '../../../../../src/node/tools/check/screenshots/compare-sets.ts';
import { makeFolder } from '../../../../helpers/folder.ts';
import {
  BLACK,
  type Color,
  createCanvas,
  createScreenshotSet,
  IDENTITY,
  type TakenScreenshot,
} from '../../../../helpers/screenshots.ts';

const white = createCanvas(20, 20).png();
const dotted = (color: Color) => createCanvas(20, 20).dot(3, 4, color).png();

async function compare(
  before: TakenScreenshot[],
  after: TakenScreenshot[],
  options: { differences?: string; thresholdOf?: (demo: string) => number | undefined } = {},
): Promise<SetComparison> {
  const folder = makeFolder('compare-sets');
  const sets = {
    before: await createScreenshotSet(path.join(folder, 'before'), before),
    after: await createScreenshotSet(path.join(folder, 'after'), after),
  };
  return await compareSets({ ...sets, ...options });
}

const summaryOf = (comparison: SetComparison): string[] =>
  comparison.kind === 'compared'
    ? comparison.entries.map(({ kind, screenshot }) => `${kind} ${screenshot.demo}`)
    : [comparison.difference];

describe('the comparison of two sets', () => {
  it('ranks screenshots by kind, and changed ones by their worst window', async () => {
    const comparison = await compare(
      [
        { demo: 'a', png: white },
        { demo: 'b', png: white },
        { demo: 'c', png: white },
        { demo: 'd', png: white },
        { demo: 'e', png: white },
      ],
      [
        { demo: 'a', png: white },
        { demo: 'b', png: dotted([250, 255, 255, 255]) },
        { demo: 'c', png: dotted(BLACK) },
        { demo: 'd', png: dotted(BLACK), unstable: true },
        { demo: 'f', png: white },
        { demo: 'g', png: white, unstable: true },
      ],
    );
    expect(summaryOf(comparison)).toEqual([
      ...['changed c', 'changed b', 'added f', 'removed e', 'unstable d', 'unstable g', 'unchanged a'],
    ]);
  });

  it('describes what has changed, and writes screenshots of it', async () => {
    const differences = path.join(makeFolder('differences'), 'new');
    const after = dotted(BLACK);
    const comparison = await compare([{ png: white }], [{ png: after }], { differences });
    expect(comparison).toMatchObject({
      kind: 'compared',
      entries: [
        {
          change: { pixels: 1, box: { x: 3, y: 4, width: 1, height: 1 }, worst: 255 / 256, isSlight: false },
          before: { width: 20, height: 20 },
          after: { width: 20, height: 20 },
          difference: { file: path.join(differences, 'demo_390_light.png'), width: 20, height: 20 },
          digest: hashOf(after),
        },
      ],
    });
    expect(await fs.readdir(differences)).toEqual(['demo_390_light.png']);
  });

  it('has digests of screenshots that need to be accepted', async () => {
    const comparison = await compare(
      [
        { demo: 'a', png: white },
        { demo: 'b', png: dotted(BLACK) },
      ],
      [
        { demo: 'a', png: white },
        { demo: 'c', png: white },
      ],
    );
    const digests = comparison.kind === 'compared' ? comparison.entries.map(({ kind, digest }) => [kind, digest]) : [];
    expect(digests).toEqual([
      ['added', hashOf(white)],
      ['removed', hashOf(dotted(BLACK))],
      ['unchanged', undefined],
    ]);
  });

  it('uses the threshold of a demo', async () => {
    const [before, after] = [white, dotted(BLACK)].map((png) => [
      { demo: 'a', png },
      { demo: 'b', png },
    ]);
    const thresholdOf = (demo: string) => (demo === 'a' ? 1 : undefined);
    expect(summaryOf(await compare(before ?? [], after ?? [], { thresholdOf }))).toEqual(['changed b', 'unchanged a']);
  });

  it('gives no verdict on screenshots of another environment', async () => {
    const folder = makeFolder('compare-sets');
    const before = await createScreenshotSet(path.join(folder, 'a'), [{ png: white }]);
    const after = await createScreenshotSet(path.join(folder, 'b'), [{ png: white }], { ...IDENTITY, fonts: 'other' });
    expect(await compareSets({ before, after })).toEqual({
      kind: 'other-environment',
      difference: 'the installed fonts differ',
    });
  });

  it('fails with the path of a damaged screenshot', async () => {
    const failing = compare([{ png: white }], [{ png: Buffer.from(white).fill(0, 60, 70) }]);
    await expect(failing).rejects.toMatchObject({
      diagnostics: [
        { code: 'CD172', text: expect.stringMatching(/after\/screenshots\/demo_390_light\.png cannot be read: /) },
      ],
    });
  });
});
