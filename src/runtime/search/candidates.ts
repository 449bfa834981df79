import { haveOneStem, stemOf } from '../../shared/search/english.ts';
import type { Keyword } from '../../shared/search/keywords.ts';
import type { Postings } from '../../shared/search/term-index.ts';
import type { TermSource } from './term-source.ts';

export interface Candidate {
  page: number;
  /** Number of keywords that the page contains. A keyword that only starts a word counts half, unless it was typed last. */
  keywords: number;
  /** Keyword weights times rarity: 100 in the page's title, 10 in another title, 1 elsewhere, and 0.5 more for a whole word. */
  weight: number;
}

export interface Candidates {
  pages: Candidate[];
  /** How rare each keyword is: 0.7 if every page contains it, and more if fewer pages do. */
  rarity: number[];
}

const WEIGHTS = [
  ['texts', 1],
  ['headings', 10],
  ['titles', 100],
] as const satisfies [keyof Postings, number][];

/** Extra weight of a keyword that matches a whole word instead of a beginning. */
const WHOLE = 0.5;

/**
 * Returns pages sorted by number of keywords, weight, fewer words in the title, then the site's order, so a page whose
 * title is the query comes first.
 */
export async function findCandidates(
  keywords: Keyword[],
  terms: TermSource,
  { pages, titleWords = '' }: { pages: number; titleWords?: string | undefined },
): Promise<Candidates> {
  const candidates = new Map<number, Candidate>();
  const found = await Promise.all(keywords.map((keyword) => pagesOf(keyword, terms)));
  const rarity = found.map(({ size }) => Math.log(1 + pages / Math.max(size, 1)));
  for (const [index, occurrences] of found.entries()) {
    for (const [page, { weight, isWhole }] of occurrences) {
      const candidate = candidates.get(page) ?? { page, keywords: 0, weight: 0 };
      candidate.keywords += isWhole || index === found.length - 1 ? 1 : 0.5;
      candidate.weight += weight * (rarity[index] ?? 1);
      candidates.set(page, candidate);
    }
  }
  const wordsIn = ({ page }: Candidate): number => Number.parseInt(titleWords[page] ?? '0', 36);
  const sorted = [...candidates.values()].sort(
    (a, b) => b.keywords - a.keywords || b.weight - a.weight || wordsIn(a) - wordsIn(b) || a.page - b.page,
  );
  return { pages: sorted, rarity };
}

interface Occurrence {
  /** 100 in the page's title, 10 in another title, 1 elsewhere, and 0.5 more for a whole word. */
  weight: number;
  /** True for a whole word or an inflection of it, false if the keyword is only the start of a word. */
  isWhole: boolean;
}

/** Each page has the lowest weight of the keyword's terms. Pages with a synonym count too. */
export async function pagesOf(keyword: Keyword, terms: TermSource): Promise<Map<number, Occurrence>> {
  const { synonyms = [] } = keyword;
  const [own = new Map<number, Occurrence>(), ...others] = await Promise.all([
    pagesWithTerms(keyword, terms),
    ...synonyms.map((synonym) => pagesOf(synonym, terms)),
  ]);
  for (const pages of others)
    for (const [page, occurrence] of pages) if (isBetter(occurrence, own.get(page))) own.set(page, occurrence);
  return own;
}

function isBetter(occurrence: Occurrence, known: Occurrence | undefined): boolean {
  if (!known) return true;
  return occurrence.isWhole === known.isWhole ? occurrence.weight > known.weight : occurrence.isWhole;
}

async function pagesWithTerms(keyword: Keyword, terms: TermSource): Promise<Map<number, Occurrence>> {
  const found = await Promise.all(lookupsOf(keyword).map((lookup) => pagesWithTerm(lookup, terms)));
  const [first = new Map<number, Occurrence>(), ...others] = found;
  const common = [...first].flatMap(([page, occurrence]): [number, Occurrence][] => {
    const all = [occurrence, ...others.map((pages) => pages.get(page))];
    if (all.includes(undefined)) return [];
    const known = all as Occurrence[];
    const weight = Math.min(...known.map((one) => one.weight));
    return [[page, { weight, isWhole: known.every(({ isWhole }) => isWhole) }]];
  });
  return new Map(common);
}

async function pagesWithTerm(
  { term, prefix }: { term: string; prefix: boolean },
  terms: TermSource,
): Promise<Map<number, Occurrence>> {
  const stem = prefix ? stemOf(term) : term;
  const [starting, inflected, whole] = await Promise.all([
    terms.find(term, { prefix }),
    prefix ? terms.find(stem, { prefix, accept: (other) => haveOneStem(other, stem) }) : [],
    terms.find(term, { prefix: false }),
  ]);
  const occurrences = new Map<number, Occurrence>();
  for (const [page, weight] of weightsOf(starting)) occurrences.set(page, { weight, isWhole: false });
  for (const [page, weight] of weightsOf(inflected))
    occurrences.set(page, { weight: Math.max(weight, occurrences.get(page)?.weight ?? 0), isWhole: true });
  for (const [page, weight] of weightsOf(whole))
    occurrences.set(page, { weight: Math.max(weight + WHOLE, occurrences.get(page)?.weight ?? 0), isWhole: true });
  return occurrences;
}

/** Returns pairs of characters in scripts without spaces, else words. The last word may be a prefix. */
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
