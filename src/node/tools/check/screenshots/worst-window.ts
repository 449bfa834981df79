import type { Box } from '../../../../shared/screenshot-review.ts';

/** Width and height of a window, in pixels. */
export const WINDOW = 16;

export interface DifferenceMap {
  width: number;
  height: number;
  values: Uint8Array;
}

/**
 * Windows are smaller if the screenshot is. Only windows in `box`, which contains all values except zeros, are summed: no
 * other window has a larger sum.
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
