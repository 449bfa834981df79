import type { Keyword } from '../../shared/search/keywords.ts';
import type { Postings } from '../../shared/search/term-index.ts';
import type { TermSource } from './term-source.ts';

/** A page that may match the query. */
export interface Candidate {
  page: number;
  /** Number of keywords that the page contains. */
  keywords: number;
  /** Sum of the keywords' weights: 100 in the page's title, 10 in another title, 1 elsewhere, and 0.5 more for a whole word. */
  weight: number;
}

const WEIGHTS = [
  ['texts', 1],
  ['headings', 10],
  ['titles', 100],
] as const satisfies [keyof Postings, number][];

/** Extra weight of a keyword that matches a whole word instead of a beginning. */
const WHOLE = 0.5;

/**
 * Returns the pages that contain any keyword. They are sorted by number of keywords, then by weight, then by fewer
 * words in the title, then in the site's order. So a page whose title is the query comes first.
 *
 * @param titleWords number of words in each page's title (one base-36 digit per page), if known
 */
export async function findCandidates(
  keywords: Keyword[],
  terms: TermSource,
  titleWords: string = '',
): Promise<Candidate[]> {
  const candidates = new Map<number, Candidate>();
  for (const pages of await Promise.all(keywords.map((keyword) => pagesOf(keyword, terms)))) {
    for (const [page, weight] of pages) {
      const candidate = candidates.get(page) ?? { page, keywords: 0, weight: 0 };
      candidate.keywords++;
      candidate.weight += weight;
      candidates.set(page, candidate);
    }
  }
  const wordsIn = ({ page }: Candidate): number => Number.parseInt(titleWords[page] ?? '0', 36);
  return [...candidates.values()].sort(
    (a, b) => b.keywords - a.keywords || b.weight - a.weight || wordsIn(a) - wordsIn(b) || a.page - b.page,
  );
}

/** Returns the pages that contain all terms of a keyword, each with the lowest weight of these terms. */
export async function pagesOf(keyword: Keyword, terms: TermSource): Promise<Map<number, number>> {
  const found = await Promise.all(
    lookupsOf(keyword).map(async ({ term, prefix }) => {
      const weights = weightsOf(await terms.find(term, { prefix }));
      const whole = weightsOf(await terms.find(term, { prefix: false }));
      for (const [page, weight] of whole) if (weights.get(page) === weight) weights.set(page, weight + WHOLE);
      return weights;
    }),
  );
  const [first = new Map<number, number>(), ...others] = found;
  const common = [...first].flatMap(([page, weight]): [number, number][] => {
    const weights = others.map((pages) => pages.get(page));
    return weights.includes(undefined) ? [] : [[page, Math.min(weight, ...(weights as number[]))]];
  });
  return new Map(common);
}

/**
 * Returns the terms to look up for a keyword: pairs of characters in scripts without spaces, else words. The last word
 * may be a prefix.
 */
function lookupsOf({ words }: Keyword): { term: string; prefix: boolean }[] {
  return words.flatMap((word, index) => {
    const [before, after] = [words[index - 1], words[index + 1]];
    if (!word.single) return [{ term: word.text, prefix: after === undefined }];
    if (after?.single && after.start === word.end) return [{ term: word.text + after.text, prefix: false }];
    const isEndOfRun = before?.single && before.end === word.start;
    return isEndOfRun ? [] : [{ term: word.text, prefix: false }];
  });
}

function weightsOf(postings: Postings[]): Map<number, number> {
  const weights = new Map<number, number>();
  for (const [kind, weight] of WEIGHTS)
    for (const { [kind]: pages } of postings) for (const page of pages) weights.set(page, weight);
  return weights;
}
