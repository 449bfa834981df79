import { describe, expect, it } from 'vitest';
import { divide } from '../../../../src/node/build/shards/divide.ts';

const files = (folders: number, each: number): string[] =>
  Array.from({ length: folders * each }, (_, number) => `docs/${Math.floor(number / each)}/${number % each}.md`);
const sizes = (numbers: number[], count: number): number[] =>
  Array.from({ length: count }, (_, shard) => numbers.filter((number) => number === shard).length);

describe('divide', () => {
  it('keeps the pages of a folder together if there are many folders', () => {
    const paths = files(256, 10);
    const numbers = divide(paths, 4);
    for (let folder = 0; folder < 256; folder++)
      expect(new Set(numbers.slice(folder * 10, folder * 10 + 10)).size).toBe(1);
    expect(Math.max(...sizes(numbers, 4))).toBeLessThanOrEqual(1.3 * 640);
  });

  it('divides a few large folders page by page', () => {
    expect(Math.max(...sizes(divide(files(2, 400), 4), 4))).toBeLessThan(250);
    expect(new Set(divide(files(2, 400), 4)).size).toBe(4);
  });

  it('divides more folders than a function accepts arguments', () => {
    expect(new Set(divide(files(150_000, 1), 4)).size).toBe(4);
  });

  it.each([2, 3, 7, 10, 32, 64])('makes none of %i shards larger than 1.3 times the average', (count) => {
    for (const each of [1, 3, 20, 31, 100, 400])
      for (const average of [100, 130, 300]) {
        const total = average * count;
        for (let site = 0; site < 3; site++) {
          const paths = files(Math.ceil(total / each), each).map((file) => `${site}/${file}`);
          const largest = Math.max(...sizes(divide(paths, count), count));
          expect(largest, `${paths.length} pages, ${each} a folder`).toBeLessThanOrEqual((1.3 * paths.length) / count);
        }
      }
  });

  it('keeps almost all pages in their shards if a shard becomes too large', () => {
    let moved = 0;
    for (let site = 0; site < 40; site++) {
      const paths = files(100, 32).map((file) => `${site}/${file}`);
      const before = divide(paths, 32);
      const after = divide([`${site}/docs/new/page.md`, ...paths], 32).slice(1);
      moved += after.filter((shard, index) => shard !== before[index]).length;
    }
    expect(moved).toBeLessThanOrEqual(2);
  });

  it('moves no page when a page is added', () => {
    const paths = files(64, 10);
    const more = ['docs/7/new.md', ...paths];
    expect(divide(more, 4).slice(1)).toEqual(divide(paths, 4));
  });

  it('accepts more shards than pages', () => {
    expect(divide([], 3)).toEqual([]);
    expect(divide(['a.md'], 1)).toEqual([0]);
  });
});
