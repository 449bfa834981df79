import { describe, expect, it } from 'vitest';
import {
  type DifferenceMap,
  WINDOW,
  worstWindow,
} from '../../../../../src/node/tools/check/screenshots/compare-screenshots.ts';
import type { Box } from '../../../../../src/shared/screenshot-review.ts';
import { createRandom } from '../../../../helpers/random.ts';

/** Sums each window separately. */
function naiveWorst({ width, height, values }: DifferenceMap): number {
  const [columns, rows] = [Math.min(WINDOW, width), Math.min(WINDOW, height)];
  let worst = 0;
  for (let top = 0; top + rows <= height; top++)
    for (let left = 0; left + columns <= width; left++) {
      let sum = 0;
      for (let y = top; y < top + rows; y++)
        for (let x = left; x < left + columns; x++) sum += values[y * width + x] ?? 0;
      worst = Math.max(worst, sum / (columns * rows));
    }
  return worst;
}

function boxOf({ width, values }: DifferenceMap): Box {
  const points = [...values.entries()].flatMap(([index, value]) =>
    value > 0 ? [[index % width, Math.floor(index / width)] as const] : [],
  );
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
}

describe('the worst window', () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed + 1))('is that of all windows, one by one (seed %i)', (seed) => {
    const random = createRandom(seed);
    const [width, height] = [1 + random(50), 1 + random(50)];
    const values = new Uint8Array(width * height);
    const count = 1 + random(seed % 2 === 0 ? 5 : 300);
    for (let index = 0; index < count; index++) values[random(values.length)] = 1 + random(255);
    const map = { width, height, values };
    expect(worstWindow(map, boxOf(map))).toBe(naiveWorst(map));
  });

  it('is the mean of a full window, also at an edge', () => {
    const values = new Uint8Array(100 * 100);
    values[100 * 100 - 1] = 128;
    const box = { x: 99, y: 99, width: 1, height: 1 };
    expect(worstWindow({ width: 100, height: 100, values }, box)).toBe(128 / 256);
  });

  it('is as small as the screenshot, if that is smaller', () => {
    expect(
      worstWindow({ width: 2, height: 1, values: Uint8Array.of(0, 100) }, { x: 1, y: 0, width: 1, height: 1 }),
    ).toBe(50);
  });
});
