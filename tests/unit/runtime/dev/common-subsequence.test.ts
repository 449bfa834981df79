import { describe, expect, it } from 'vitest';
import { commonSubsequence } from '../../../../src/runtime/dev/common-subsequence.ts';
import { cpuTime } from '../../../helpers/cpu-time.ts';
import { createRandom } from '../../../helpers/random.ts';

const common = (left: string, right: string): string =>
  commonSubsequence([...left], [...right])
    .map(([i, j]) => {
      expect(left[i]).toBe(right[j]);
      return left[i];
    })
    .join('');

/** Length of the longest common subsequence, by dynamic programming. */
function longest(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, () => 0);
  for (const a of left) {
    const next = [0];
    for (let j = 1; j <= right.length; j++)
      next[j] = a === right[j - 1] ? (row[j - 1] ?? 0) + 1 : Math.max(row[j] ?? 0, next[j - 1] ?? 0);
    row = next;
  }
  return row[right.length] ?? 0;
}

describe('commonSubsequence', () => {
  it.each([
    ['', 'abc', ''],
    ['abc', 'abc', 'abc'],
    ['abc', 'xyz', ''],
    ['abcd', 'acbd', 'abd'],
    ['axbycz', 'abc', 'abc'],
    ['bcda', 'abcd', 'bcd'],
  ])('of %j and %j has the length of %j', (left, right, expected) => {
    expect(common(left, right)).toHaveLength(expected.length);
  });

  it('is one of the longest, in ascending pairs', () => {
    const random = createRandom(7);
    for (let round = 0; round < 300; round++) {
      const word = (): string => Array.from({ length: random(14) }, () => 'abcd'[random(4)]).join('');
      const [left, right] = [word(), word()];
      const pairs = commonSubsequence([...left], [...right]);
      expect(pairs, `${left} ${right}`).toHaveLength(longest(left, right));
      for (const [index, [i, j]] of pairs.entries()) {
        expect(left[i]).toBe(right[j]);
        const [lastI, lastJ] = pairs[index - 1] ?? [-1, -1];
        expect(i).toBeGreaterThan(lastI);
        expect(j).toBeGreaterThan(lastJ);
      }
    }
  });

  it('ignores items without a label', () => {
    expect(commonSubsequence([undefined, 1], [undefined, 1])).toEqual([[1, 1]]);
  });

  it('stays fast if one label occurs very often', async () => {
    const many = Array.from({ length: 20_000 }, (_, i) => (i % 100 === 0 ? i : 'same'));
    const changed = [...many.slice(0, 5000), 'new', ...many.slice(5001)];
    let pairs: unknown[] = [];
    const time = await cpuTime(() => {
      pairs = commonSubsequence(many, changed);
    });
    expect(pairs.length).toBeGreaterThan(19_000);
    expect(time).toBeLessThan(1000);
  });
});
