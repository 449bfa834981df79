import { describe, expect, it } from 'vitest';
import { divide } from '../../../src/node/shards/divide.ts';

const files = (folders: number, each: number): string[] =>
  Array.from({ length: folders * each }, (_, number) => `docs/${Math.floor(number / each)}/${number % each}.md`);
const sizes = (numbers: number[], count: number): number[] =>
  Array.from({ length: count }, (_, shard) => numbers.filter((number) => number === shard).length);

describe('dividing pages', () => {
  it('keeps the pages of a folder together where there are many folders', () => {
    const paths = files(64, 10);
    const numbers = divide(paths, 4);
    for (let folder = 0; folder < 64; folder++)
      expect(new Set(numbers.slice(folder * 10, folder * 10 + 10)).size).toBe(1);
    expect(Math.max(...sizes(numbers, 4))).toBeLessThan(2 * 160);
  });

  it('divides few folders page by page', () => {
    expect(Math.max(...sizes(divide(files(2, 400), 4), 4))).toBeLessThan(250);
    expect(new Set(divide(files(2, 400), 4)).size).toBe(4);
  });

  it('moves no page for a new one', () => {
    const paths = files(64, 10);
    const more = ['docs/7/new.md', ...paths];
    expect(divide(more, 4).slice(1)).toEqual(divide(paths, 4));
  });

  it('has room for more shards than pages', () => {
    expect(divide([], 3)).toEqual([]);
    expect(divide(['a.md'], 1)).toEqual([0]);
  });
});
