import { describe, expect, it } from 'vitest';
import { matchesFilter } from '../../../../src/runtime/review/start-review.ts';
import type { ReviewEntry } from '../../../../src/shared/screenshot-review.ts';

const entry: ReviewEntry = {
  ...{
    kind: 'changed',
    demo: 'demo-a',
    title: 'Lazy Loading',
    route: '/cascader',
    state: 'open',
    width: 390,
    color: 'dark',
  },
};

describe('the filter of the review page', () => {
  it.each(['', 'lazy', 'open  LOADING', '390 dark', '/cascader demo-a'])('matches %j', (filter) => {
    expect(matchesFilter(entry, filter)).toBe(true);
  });

  it.each(['lazy closed', '1280', '/other', 'lazy light'])('does not match %j', (filter) => {
    expect(matchesFilter(entry, filter)).toBe(false);
  });
});
