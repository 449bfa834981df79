import { expect, it } from 'vitest';
import { type FoundTerm, mergeTerms } from '../../../src/node/search/term-scanner.ts';

const found = (term: string, texts: number[], titles: number[] = []): FoundTerm => ({
  term,
  postings: { texts, titles, headings: [] },
});

it('merges the results of several workers, in the order of terms and pages', () => {
  const merged = mergeTerms([
    [found('a', [0, 9]), found('ab', [10]), found('z', [2], [9])],
    [],
    [found('ab', [1, 3], [3]), found('é', [1])],
    [found('a', [4, 5, 12]), found('z', [7], [1])],
  ]);
  expect([...merged]).toEqual([
    found('a', [0, 4, 5, 9, 12]),
    found('ab', [1, 3, 10], [3]),
    found('z', [2, 7], [1, 9]),
    found('é', [1]),
  ]);
  expect([...mergeTerms([])]).toEqual([]);
});
