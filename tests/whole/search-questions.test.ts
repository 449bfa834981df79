import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchEngine } from '../../src/runtime/search/engine.ts';
import { buildHandbook, buildOwnSite } from '../helpers/built-once.ts';
import { engineOfSite, rankOfAnswer, readQuestions, type SearchQuestion } from '../helpers/search-questions.ts';

/** Share of the questions that the first hits answer. */
const LEAST = 0.95;
/** Hits among which a reader looks for the answer. */
const FIRST = 3;

let ranked: { question: SearchQuestion; isFound: boolean }[];

beforeAll(async () => {
  const engines: Record<SearchQuestion['site'], SearchEngine> = {
    own: await engineOfSite(await buildOwnSite()),
    handbook: await engineOfSite(await buildHandbook()),
  };
  ranked = [];
  for (const question of await readQuestions()) {
    const rank = await rankOfAnswer(engines[question.site], question);
    ranked.push({ question, isFound: rank > 0 && rank <= FIRST });
  }
});

const textOf = ({ question }: { question: SearchQuestion }): string => `${question.site}: ${question.query}`;

describe('real questions', () => {
  it('are at least 60, and a third of them is set aside', () => {
    expect(ranked.length).toBeGreaterThanOrEqual(60);
    expect(ranked.filter(({ question }) => question.aside).length).toBe(ranked.length / 3);
    expect(new Set(ranked.map(textOf)).size).toBe(ranked.length);
  });

  it.each([false, true])('are answered by the first three hits, set aside: %s', (isAside) => {
    const own = ranked.filter(({ question }) => (question.aside ?? false) === isAside);
    const lost = own.filter(({ isFound }) => !isFound).map(textOf);
    expect(lost.length / own.length, lost.join('\n')).toBeLessThanOrEqual(1 - LEAST);
  });

  it('that the first three hits answered before the ranking was changed are answered by them still', () => {
    expect(ranked.filter(({ question, isFound }) => question.before && !isFound).map(textOf)).toEqual([]);
  });
});
