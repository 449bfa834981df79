import { describe, expect, it } from 'vitest';
import { collapseKeys, splitKeys } from '../../../src/shared/step-keys.ts';

describe('splitKeys', () => {
  it.each([
    ['Enter', ['Enter']],
    ['Shift+Tab', ['Shift', 'Tab']],
    ['Control+Shift+a', ['Control', 'Shift', 'a']],
    ['+', ['+']],
    ['Control++', ['Control', '+']],
    [' ', [' ']],
  ])('%s', (combination, keys) => {
    expect(splitKeys(combination)).toEqual(keys);
  });
});

describe('collapseKeys', () => {
  it('counts only the same keys in a row', () => {
    expect(collapseKeys(['ArrowDown', 'ArrowDown', 'Enter', 'ArrowDown'])).toEqual([
      { keys: ['ArrowDown'], count: 2 },
      { keys: ['Enter'], count: 1 },
      { keys: ['ArrowDown'], count: 1 },
    ]);
  });

  it('compares whole combinations', () => {
    expect(collapseKeys(['Tab', 'Shift+Tab', 'Shift+Tab'])).toEqual([
      { keys: ['Tab'], count: 1 },
      { keys: ['Shift', 'Tab'], count: 2 },
    ]);
    expect(collapseKeys([])).toEqual([]);
  });
});
