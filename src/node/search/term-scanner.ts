import type { SearchEntry } from '../../shared/entities.ts';
import type { Postings } from '../../shared/search/term-index.ts';
import { createTermReader } from '../../shared/search/words.ts';

/** Terms of a page, as numbers assigned by its scanner. Each list has no duplicates. */
export interface PageTerms {
  titles: Uint32Array;
  headings: Uint32Array;
  texts: Uint32Array;
  /** Terms first seen on this page. They have the next free numbers, in this order. */
  added: string[];
}

/** Scans a page and assigns numbers to its terms. The result is plain data, so each worker can have its own scanner. */
export type TermScanner = (entry: SearchEntry) => PageTerms;

/** Creates a scanner without terms. */
export function createTermScanner(): TermScanner {
  const numbers = new Map<string, number>();
  let added: string[] = [];
  const read = createTermReader((term): number => {
    const known = numbers.get(term);
    if (known !== undefined) return known;
    const number = numbers.size;
    numbers.set(term, number);
    added.push(term);
    return number;
  });
  return ({ title, description = '', keywords = [], sections, demos }) => {
    added = [];
    const scan = (texts: Iterable<string>): Uint32Array => {
      const found = new Set<number>();
      for (const text of texts) read(text, (number) => found.add(number));
      return Uint32Array.from(found);
    };
    return {
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
      added,
    };
  };
}

/** A term with the pages that contain it. */
export interface FoundTerm {
  term: string;
  postings: Postings;
}

/** Combines the results of several scanners. */
export interface TermCollector {
  /** Converts the terms of a page to numbers of the collector. Call it for the pages of a scanner in the order of its scans. */
  translate: (terms: PageTerms, scanner: object) => Omit<PageTerms, 'added'>;
  /**
   * Returns all terms of the pages, sorted by code units, with the pages that contain them. `pages` are results of
   * `translate`, in page order.
   */
  collect: (pages: Omit<PageTerms, 'added'>[]) => Iterable<FoundTerm>;
}

/** Length of the buffers that lists share. */
const BUFFER = 2 ** 14;

/** Creates a collector without terms. */
export function createTermCollector(): TermCollector {
  const numbers = new Map<string, number>();
  const terms: string[] = [];
  const tables = new WeakMap<object, number[]>();
  let free = new Uint32Array();
  /** Returns a list of zeros. Lists share buffers, because a buffer of its own takes more memory than most lists. */
  const allocate = (length: number): Uint32Array => {
    if (free.length < length) free = new Uint32Array(Math.max(length, BUFFER));
    const own = free.subarray(0, length);
    free = free.subarray(length);
    return own;
  };
  return {
    translate({ added, ...lists }, scanner) {
      const table = tables.get(scanner) ?? [];
      tables.set(scanner, table);
      for (const term of added) {
        const number = numbers.get(term) ?? terms.push(term) - 1;
        numbers.set(term, number);
        table.push(number);
      }
      const toOwn = (list: Uint32Array): Uint32Array => {
        const own = allocate(list.length);
        for (const [at, number] of list.entries()) own[at] = table[number] as number;
        return own;
      };
      return { titles: toOwn(lists.titles), headings: toOwn(lists.headings), texts: toOwn(lists.texts) };
    },
    *collect(pages) {
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

/**
 * Returns a function that returns the pages of a term. Uses a counting sort, because one list per term would take many times
 * the memory.
 */
function postingsOf(
  pages: Omit<PageTerms, 'added'>[],
  kind: 'titles' | 'headings' | 'texts',
  terms: number,
): (term: number) => number[] {
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
