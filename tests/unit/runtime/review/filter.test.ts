import { describe, expect, it } from 'vitest';
import { matchesFilter, type ReviewFilter, valuesOf } from '../../../../src/runtime/review/start-review.ts';
import type { ReviewEntry } from '../../../../src/shared/screenshot-review.ts';

const all: ReviewFilter = { text: '', route: '', demo: '', width: '', color: '' };
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
  it.each<Partial<ReviewFilter>>([
    {},
    { text: 'lazy' },
    { text: 'open  LOADING' },
    { width: '390', color: 'dark' },
    { route: '/cascader', demo: 'demo-a' },
  ])('matches %j', (filter) => {
    expect(matchesFilter(entry, { ...all, ...filter })).toBe(true);
  });

  it.each<Partial<ReviewFilter>>([
    { text: 'lazy closed' },
    { width: '1280' },
    { route: '/' },
    { text: 'lazy', color: 'light' },
  ])('does not match %j', (filter) => {
    expect(matchesFilter(entry, { ...all, ...filter })).toBe(false);
  });

  it('offers the values of all entries, sorted', () => {
    expect(valuesOf([{ ...entry, width: 1280 }, entry, entry], 'width')).toEqual(['390', '1280']);
  });
});
