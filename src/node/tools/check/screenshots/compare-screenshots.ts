import { convertIndexedToRgb, type DecodedPng, decode, encode } from 'fast-png';
import type { Box, ScreenshotChange } from '../../../../shared/screenshot-review.ts';

/** A change is slight if the mean of its worst window is below this value. Readers hardly notice such a change. */
const SLIGHT = 0.2;

export interface ComparedScreenshots extends ScreenshotChange {
  /** Renders a PNG: a faded copy of the new screenshot, with differing pixels in a strong color. */
  renderDifference(): Uint8Array;
}

/**
 * Returns undefined if no pixel differs, or if the worst window is within `threshold`. By default, any difference counts. A pixel that only
 * one screenshot has counts as fully different. Throws an Error for a PNG that cannot be decoded.
 */
export function compareScreenshots(
  before: Uint8Array,
  after: Uint8Array,
  { threshold = 0 }: { threshold?: number | undefined } = {},
): ComparedScreenshots | undefined {
  if (Buffer.compare(before, after) === 0) return undefined;
  return comparePixels(decodeScreenshot(before), decodeScreenshot(after), threshold);
}

function comparePixels(before: Pixels, after: Pixels, threshold: number): ComparedScreenshots | undefined {
  const { map, pixels, box } = mapDifferences(before, after);
  if (pixels === 0) return undefined;
  const worst = worstWindow(map, box);
  if (worst <= threshold) return undefined;
  return {
    pixels,
    box,
    worst,
    isSlight: worst < SLIGHT,
    renderDifference: () => renderDifference({ before, after, map }),
  };
}

function mapDifferences(before: Pixels, after: Pixels): { map: DifferenceMap; pixels: number; box: Box } {
  const [width, height] = [Math.max(before.width, after.width), Math.max(before.height, after.height)];
  const common = Math.min(before.width, after.width);
  const commonHeight = Math.min(before.height, after.height);
  const values = new Uint8Array(width * height);
  const [one, other] = [toWords(before), toWords(after)];
  let pixels = 0;
  let left = width;
  let right = -1;
  let top = height;
  let bottom = -1;
  for (let y = 0; y < height; y++) {
    const compared = y < commonHeight ? common : 0;
    const rowBefore = y * before.width;
    const rowAfter = y * after.width;
    const row = y * width;
    const earlier = pixels;
    for (let x = 0; x < compared; x++) {
      const a = one[rowBefore + x] as number;
      const b = other[rowAfter + x] as number;
      if (a === b) continue;
      values[row + x] = largestDifference(a, b);
      pixels++;
      if (x < left) left = x;
      if (x > right) right = x;
    }
    if (compared < width) {
      values.fill(255, row + compared, row + width);
      pixels += width - compared;
      left = Math.min(left, compared);
      right = width - 1;
    }
    if (pixels === earlier) continue;
    top = Math.min(top, y);
    bottom = y;
  }
  const box = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
  return { map: { width, height, values }, pixels, box };
}

function toWords({ rgba }: Pixels): Int32Array {
  // An `Int32Array` needs an aligned array.
  const aligned = rgba.byteOffset % 4 === 0 ? rgba : rgba.slice();
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
}

function largestDifference(one: number, other: number): number {
  let largest = 0;
  for (let shift = 0; shift < 32; shift += 8) {
    const difference = Math.abs(((one >>> shift) & 255) - ((other >>> shift) & 255));
    if (difference > largest) largest = difference;
  }
  return largest;
}

/** Color of a pixel that differs. */
const MARK = [226, 0, 116];

/** Contrast of the other pixels, which are gray. */
const FADED = 0.25;

/** Index of {@link MARK} in the palette. No faded gray is that dark. */
const MARK_INDEX = 0;

const PALETTE = Array.from({ length: 256 }, (_, index) => (index === MARK_INDEX ? MARK : [index, index, index]));

/** Renders a PNG with differing pixels in a strong color, over a faded copy of the new screenshot. */
function renderDifference({ before, after, map }: { before: Pixels; after: Pixels; map: DifferenceMap }): Uint8Array {
  const { width, height, values } = map;
  const data = new Uint8Array(width * height).fill(255);
  // Beyond the edges of the new screenshot, the old screenshot is visible.
  for (const screenshot of [before, after]) drawFaded(screenshot, data, width);
  for (let index = 0; index < data.length; index++) if (values[index] !== 0) data[index] = MARK_INDEX;
  return encode({ width, height, data, channels: 1, palette: PALETTE });
}

function drawFaded({ width, height, rgba }: Pixels, data: Uint8Array, rowLength: number): void {
  for (let y = 0, from = 0; y < height; y++) {
    for (let to = y * rowLength, end = to + width; to < end; to++, from += 4) {
      const gray = 0.3 * (rgba[from] as number) + 0.59 * (rgba[from + 1] as number) + 0.11 * (rgba[from + 2] as number);
      data[to] = 255 - FADED * (255 - gray);
    }
  }
}

/** Width and height of a window, in pixels. */
export const WINDOW = 16;

export interface DifferenceMap {
  width: number;
  height: number;
  values: Uint8Array;
}

/**
 * Returns the largest mean of a window. Windows are smaller if the screenshot is smaller. Sums only windows in `box`,
 * which contains all nonzero values, because no other window has a larger sum.
 */
export function worstWindow({ width, height, values }: DifferenceMap, box: Box): number {
  const columns = Math.min(WINDOW, box.width);
  const rows = Math.min(WINDOW, box.height);
  // Sums of the most recent rows in each column of the box.
  const sums = new Uint32Array(box.width);
  let largest = 0;
  for (let y = 0; y < box.height; y++) {
    const row = (box.y + y) * width + box.x;
    const isFull = y >= rows - 1;
    let sum = 0;
    for (let x = 0; x < box.width; x++) {
      let column = (sums[x] as number) + (values[row + x] as number);
      if (y >= rows) column -= values[row + x - rows * width] as number;
      sums[x] = column;
      sum += column;
      if (x >= columns) sum -= sums[x - columns] as number;
      if (isFull && x >= columns - 1 && sum > largest) largest = sum;
    }
  }
  return largest / (Math.min(WINDOW, width) * Math.min(WINDOW, height));
}

interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue and alpha values of each pixel, row by row. */
  rgba: Uint8Array;
}

/**
 * Decodes a PNG. Browsers write 8 bits per channel; image optimizers also write palettes and grayscale. Throws an Error
 * if the PNG is damaged.
 */
function decodeScreenshot(png: Uint8Array): Pixels {
  const image = decode(png, { checkCrc: true });
  const { width, height } = image;
  const { data, channels } = toChannels(image);
  if (data.length !== width * height * channels) throw new Error('it is incomplete');
  return { width, height, rgba: channels === 4 ? data : toRgba(data, channels) };
}

/** Reads the size of a PNG from its header, without decoding it. */
export function screenshotSize(png: Uint8Array): { width: number; height: number } {
  const header = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  if (header.length < 24 || header.toString('latin1', 12, 16) !== 'IHDR') throw new Error('it is not a PNG');
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
}

function toChannels(image: DecodedPng): { data: Uint8Array; channels: number } {
  const { data, depth, channels } = image;
  if (image.palette) return { data: convertIndexedToRgb(image), channels: image.palette[0]?.length ?? 3 };
  if (depth === 16) throw new Error('it has 16 bits per channel');
  if (image.transparency?.length) throw new Error('it has a transparent color');
  if (depth === 8) return { data: data as Uint8Array, channels };
  const palette = Array.from({ length: 2 ** depth }, (_, index) => Array(3).fill((index * 255) / (2 ** depth - 1)));
  return { data: convertIndexedToRgb({ ...image, palette }), channels: 3 };
}

function toRgba(data: Uint8Array, channels: number): Uint8Array {
  const hasAlpha = channels === 2;
  const [green, blue] = channels === 3 ? [1, 2] : [0, 0];
  const rgba = new Uint8Array((data.length / channels) * 4);
  for (let from = 0, to = 0; to < rgba.length; from += channels, to += 4) {
    rgba[to] = data[from] as number;
    rgba[to + 1] = data[from + green] as number;
    rgba[to + 2] = data[from + blue] as number;
    rgba[to + 3] = hasAlpha ? (data[from + 1] as number) : 255;
  }
  return rgba;
}
