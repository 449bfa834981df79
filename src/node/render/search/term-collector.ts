import type { SearchEntry } from '../../../shared/entities.ts';
import type { Postings } from '../../../shared/search/term-index.ts';
import { createTermReader } from '../../../shared/search/words.ts';

export interface TermLists {
  titles: Uint32Array;
  headings: Uint32Array;
  texts: Uint32Array;
}

export interface FoundTerm {
  term: string;
  postings: Postings;
}

export type TermCollector = ReturnType<typeof createTermCollector>;

const BUFFER = 2 ** 14;

export function createTermCollector() {
  const numbers = new Map<string, number>();
  let free = new Uint32Array();
  /** Lists share buffers, because a buffer of its own takes more memory than most lists. */
  const toList = (found: Set<number>): Uint32Array => {
    if (free.length < found.size) free = new Uint32Array(Math.max(found.size, BUFFER));
    const own = free.subarray(0, found.size);
    free = free.subarray(found.size);
    let at = 0;
    for (const number of found) own[at++] = number;
    return own;
  };
  const read = createTermReader((term): number => {
    const number = numbers.get(term) ?? numbers.size;
    numbers.set(term, number);
    return number;
  });
  const scan = (texts: Iterable<string>): Uint32Array => {
    const found = new Set<number>();
    for (const text of texts) read(text, (number) => found.add(number));
    return toList(found);
  };
  return {
    scan: ({ title, description = '', keywords = [], sections, demos }: SearchEntry): TermLists => ({
      titles: scan([title]),
      headings: scan([description, ...keywords, ...[...sections, ...demos].map(({ rawTitle }) => rawTitle)]),
      texts: scan([
        ...sections.flatMap(({ paragraphs }) => paragraphs),
        ...demos.flatMap(({ description, keywords, paragraphs, code }) => [
          description,
          ...keywords,
          ...paragraphs,
          ...code,
        ]),
      ]),
    }),
    /** Yields terms sorted by code units. `pages` are results of `scan`, in page order. */
    *collect(pages: TermLists[]): Iterable<FoundTerm> {
      const lists = {
        titles: postingsOf(pages, 'titles', numbers.size),
        headings: postingsOf(pages, 'headings', numbers.size),
        texts: postingsOf(pages, 'texts', numbers.size),
      };
      for (const [term, number] of [...numbers].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const postings = {
          titles: lists.titles(number),
          headings: lists.headings(number),
          texts: lists.texts(number),
        };
        if (postings.titles.length + postings.headings.length + postings.texts.length > 0) yield { term, postings };
      }
    },
  };
}

/** Uses a counting sort, because one list per term would take many times the memory. */
function postingsOf(pages: TermLists[], kind: keyof TermLists, terms: number): (term: number) => number[] {
  const ends = new Uint32Array(terms + 1);
  for (const page of pages) for (const term of page[kind]) ends[term + 1] = (ends[term + 1] ?? 0) + 1;
  for (let term = 1; term <= terms; term++) ends[term] = (ends[term] ?? 0) + (ends[term - 1] ?? 0);
  const starts = ends.slice();
  const found = new Uint32Array(ends[terms] ?? 0);
  for (const [number, page] of pages.entries())
    for (const term of page[kind]) {
      found[ends[term] ?? 0] = number;
      ends[term] = (ends[term] ?? 0) + 1;
    }
  return (term) => Array.from(found.subarray(starts[term], ends[term]));
}
