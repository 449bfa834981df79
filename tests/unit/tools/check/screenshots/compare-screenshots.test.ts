import { decode, encode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { compareScreenshots } from '../../../../../src/node/tools/check/screenshots/compare-screenshots.ts';
import { BLACK, createCanvas } from '../../../../helpers/screenshots.ts';

const plain = createCanvas(40, 30).png();

describe('the comparison of two screenshots', () => {
  it('finds no change in equal bytes, without decoding them', () => {
    const broken = Uint8Array.of(1, 2, 3);
    expect(compareScreenshots(broken, Uint8Array.from(broken))).toBeUndefined();
  });

  it('finds no change in equal pixels with different bytes', () => {
    const { data } = createCanvas(40, 30);
    const other = encode({ width: 40, height: 30, data }, { interlace: 'Adam7', zlib: { level: 9 } });
    expect(Buffer.compare(plain, other)).not.toBe(0);
    expect(compareScreenshots(plain, other)).toBeUndefined();
  });

  it.each([
    [0, 0],
    [39, 0],
    [0, 29],
    [39, 29],
    [20, 15],
  ])('finds one pixel at %i, %i', (x, y) => {
    const change = compareScreenshots(plain, createCanvas(40, 30).dot(x, y, [255, 255, 254, 255]).png());
    expect(change).toMatchObject({ pixels: 1, box: { x, y, width: 1, height: 1 }, worst: 1 / 256, isSlight: true });
  });

  it('measures the channel that differs most, including alpha', () => {
    const change = compareScreenshots(plain, createCanvas(40, 30).dot(5, 5, [250, 255, 155, 200]).png());
    expect(change?.worst).toBe(100 / 256);
    expect(compareScreenshots(plain, createCanvas(40, 30).dot(5, 5, [255, 255, 255, 0]).png())?.worst).toBe(255 / 256);
  });

  it('is slight if the worst window is below 0.2', () => {
    const dots = (value: number) =>
      createCanvas(40, 30)
        .dot(3, 3, [255 - value, 255, 255, 255])
        .png();
    expect(compareScreenshots(plain, dots(51))?.isSlight).toBe(true);
    expect(compareScreenshots(plain, dots(52))?.isSlight).toBe(false);
  });

  it('contains all changed pixels in its box', () => {
    const after = createCanvas(40, 30).dot(7, 20, BLACK).dot(30, 4, BLACK).png();
    expect(compareScreenshots(plain, after)).toMatchObject({ pixels: 2, box: { x: 7, y: 4, width: 24, height: 17 } });
  });

  it('ignores a change within the threshold', () => {
    const after = createCanvas(40, 30).dot(3, 3, [0, 255, 255, 255]).png();
    expect(compareScreenshots(plain, after, { threshold: 255 / 256 })).toBeUndefined();
    expect(compareScreenshots(plain, after, { threshold: 254 / 256 })?.pixels).toBe(1);
  });
});

describe('the comparison of screenshots with different sizes', () => {
  it('counts each pixel that only one screenshot has as fully different', () => {
    expect(compareScreenshots(plain, createCanvas(40, 31).png())).toMatchObject({
      pixels: 40,
      box: { x: 0, y: 30, width: 40, height: 1 },
      worst: 255 / 16,
      isSlight: false,
    });
    expect(compareScreenshots(createCanvas(60, 30).png(), plain)).toMatchObject({
      pixels: 600,
      box: { x: 40, y: 0, width: 20, height: 30 },
      worst: 255,
    });
  });

  it('compares the common part', () => {
    const after = createCanvas(60, 20).dot(2, 3, BLACK).png();
    expect(compareScreenshots(plain, after)).toMatchObject({
      // One dot, 20 columns on the right in 20 rows, and 10 rows of 60.
      pixels: 1 + 20 * 20 + 60 * 10,
      box: { x: 2 - 2, y: 3 - 3, width: 60, height: 30 },
    });
  });
});

describe('the formats of screenshots', () => {
  const gray = createCanvas(4, 2, [85, 85, 85, 255]).dot(1, 1, [170, 170, 170, 255]).png();

  it('include screenshots without alpha, in gray, and with a palette', () => {
    const values = Uint8Array.from([85, 85, 85, 85, 85, 170, 85, 85]);
    const rgb = Uint8Array.from([...values].flatMap((value) => [value, value, value]));
    const withAlpha = Uint8Array.from([...values].flatMap((value) => [value, 255]));
    const palette = [
      [85, 85, 85],
      [170, 170, 170],
    ];
    const indexes = Uint8Array.from([...values].map((value) => Number(value === 170)));
    for (const png of [
      encode({ width: 4, height: 2, data: values, channels: 1 }),
      encode({ width: 4, height: 2, data: rgb, channels: 3 }),
      encode({ width: 4, height: 2, data: withAlpha, channels: 2 }),
      encode({ width: 4, height: 2, data: indexes, channels: 1, palette }),
      // Four pixels in each byte.
      encode({ width: 4, height: 2, data: Uint8Array.of(0b01010101, 0b01100101), channels: 1, depth: 2 }),
    ])
      expect(compareScreenshots(gray, png)).toBeUndefined();
  });

  it.each([
    ['damaged data', Buffer.from(plain).fill(7, 50, 60)],
    ['text', Buffer.from('no screenshot')],
    ['half a screenshot', plain.slice(0, plain.length >> 1)],
    ['16 bits per channel', encode({ width: 1, height: 1, data: new Uint16Array(4), depth: 16 })],
  ])('do not include %s', (_, png) => {
    expect(() => compareScreenshots(plain, png)).toThrow();
  });
});

describe('the screenshot of a difference', () => {
  it('has the changed pixels in a strong color over a faded copy', () => {
    const change = compareScreenshots(plain, createCanvas(41, 30).dot(2, 3, BLACK).dot(5, 5, BLACK).png());
    const { width, height, data, palette } = decode(change?.renderDifference() ?? new Uint8Array());
    const colorAt = (x: number, y: number) => palette?.[data[y * width + x] ?? 0];
    expect([width, height]).toEqual([41, 30]);
    expect(colorAt(2, 3)).toEqual(colorAt(40, 29));
    expect(colorAt(2, 3)).toEqual([226, 0, 116]);
    expect(colorAt(0, 0)).toEqual([255, 255, 255]);
  });
});
