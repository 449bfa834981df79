import type { Box } from '../../../../shared/picture-review.ts';

/** Width and height of a window, in pixels. */
export const WINDOW = 16;

/** A value from 0 to 255 for each pixel, in rows. */
export interface DifferenceMap {
  width: number;
  height: number;
  values: Uint8Array;
}

/**
 * Returns the largest mean of all 16x16 windows of a picture, at every position in it. If the picture is less than 16
 * pixels wide or high, so are the windows.
 *
 * @param box contains all values except zeros. Only windows in it are summed: a window that covers more of the picture
 *   has no larger sum than one that has the same part of the box, or more
 */
export function worstWindow({ width, height, values }: DifferenceMap, box: Box): number {
  const columns = Math.min(WINDOW, box.width);
  const rows = Math.min(WINDOW, box.height);
  // Sums of the last rows in each column of the box.
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
