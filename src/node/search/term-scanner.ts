import type { SearchEntry } from '../../shared/entities.ts';
import type { Postings } from '../../shared/search/term-index.ts';
import { createTermReader } from '../../shared/search/words.ts';

/** The terms of a page, as numbers that its scanner gave them; each stands once in a list. */
export interface PageTerms {
  titles: Uint32Array;
  headings: Uint32Array;
  texts: Uint32Array;
  /** Terms that have got their numbers with this page: the next ones, in this order. */
  added: string[];
}

/** Gives numbers to the terms of pages. Plain data comes out, so that a thread can have a scanner of its own. */
export type TermScanner = (entry: SearchEntry) => PageTerms;

/** Creates a scanner that has given no numbers. */
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
  return ({ title, sections, demos }) => {
    added = [];
    const scan = (texts: Iterable<string>): Uint32Array => {
      const found = new Set<number>();
      for (const text of texts) read(text, (number) => found.add(number));
      return Uint32Array.from(found);
    };
    return {
      titles: scan([title]),
      headings: scan([...sections, ...demos].map(({ rawTitle }) => rawTitle)),
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

/** A term with where it stands. */
export interface FoundTerm {
  term: string;
  postings: Postings;
}

/** Puts together what several scanners found. */
export interface TermCollector {
  /** Returns the terms with numbers of the collector. To be called for the pages of a scanner in the order of its scans. */
  translate: (terms: PageTerms, scanner: object) => Omit<PageTerms, 'added'>;
  /** All terms of pages (translated, in their order) by code units, with where they stand. */
  collect: (pages: Omit<PageTerms, 'added'>[]) => Iterable<FoundTerm>;
  /** Returns the terms of a page with numbers of its own, as a scanner does that has scanned nothing else. */
  pack: (terms: Omit<PageTerms, 'added'>) => PageTerms;
}

/** Creates a collector without terms. */
export function createTermCollector(): TermCollector {
  const numbers = new Map<string, number>();
  const terms: string[] = [];
  const tables = new WeakMap<object, number[]>();
  return {
    pack({ titles, headings, texts }) {
      const own = new Map<number, number>();
      const toOwn = (list: Uint32Array): Uint32Array =>
        list.map((number) => {
          const known = own.get(number) ?? own.size;
          own.set(number, known);
          return known;
        });
      const lists = { titles: toOwn(titles), headings: toOwn(headings), texts: toOwn(texts) };
      return { ...lists, added: Array.from(own.keys(), (number) => terms[number] as string) };
    },
    translate({ added, ...lists }, scanner) {
      const table = tables.get(scanner) ?? [];
      tables.set(scanner, table);
      for (const term of added) {
        const number = numbers.get(term) ?? terms.push(term) - 1;
        numbers.set(term, number);
        table.push(number);
      }
      const toOwn = (list: Uint32Array): Uint32Array => list.map((number) => table[number] as number);
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

/** Terms that several have found, each by code units; the numbers of their pages are those of one list. */
export function* mergeTerms(found: Iterable<FoundTerm>[]): Generator<FoundTerm> {
  const sources = found.map((terms) => terms[Symbol.iterator]());
  const heads = sources.map((source) => source.next());
  for (;;) {
    let least: string | undefined;
    for (const { done, value } of heads) if (!done && (least === undefined || value.term < least)) least = value.term;
    if (least === undefined) return;
    const same: Postings[] = [];
    for (const [at, { done, value }] of heads.entries()) {
      if (done || value.term !== least) continue;
      same.push(value.postings);
      heads[at] = (sources[at] as Iterator<FoundTerm>).next();
    }
    const join = (kind: keyof Postings): number[] => joined(same.map((postings) => postings[kind]));
    const postings =
      same.length === 1
        ? (same[0] as Postings)
        : { titles: join('titles'), headings: join('headings'), texts: join('texts') };
    yield { term: least, postings };
  }
}

/** Numbers of ascending lists, ascending. */
function joined(lists: number[][]): number[] {
  const own = lists.filter((list) => list.length > 0);
  return own.length === 1 ? (own[0] as number[]) : Array.from(Uint32Array.from(own.flat()).sort());
}

/** Pages by term: a sort by counting, since one list a term would take many times the room. */
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
