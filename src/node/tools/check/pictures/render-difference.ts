import { encode } from 'fast-png';
import type { Pixels } from './decode-picture.ts';
import type { DifferenceMap } from './worst-window.ts';

/** Color of a pixel that differs. */
const MARK = [226, 0, 116];

/** Contrast that is left of other pixels, which are gray. */
const FADED = 0.25;

/** Index of {@link MARK} in the palette. No faded gray is as dark. */
const MARK_INDEX = 0;

const PALETTE = Array.from({ length: 256 }, (_, index) => (index === MARK_INDEX ? MARK : [index, index, index]));

/** Renders a PNG with the pixels that differ in a strong color, over a faded copy of the new picture. */
export function renderDifference({
  before,
  after,
  map,
}: {
  before: Pixels;
  after: Pixels;
  map: DifferenceMap;
}): Uint8Array {
  const { width, height, values } = map;
  const data = new Uint8Array(width * height).fill(255);
  // Where the new picture ends, the old one is visible.
  for (const picture of [before, after]) drawFaded(picture, data, width);
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
