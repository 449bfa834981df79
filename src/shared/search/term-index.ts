import type { SearchEntry } from '../entities.ts';
import { createTermReader } from './words.ts';

/** Ascending numbers of the pages that contain a term. A page may be in all three lists. */
export interface Postings {
  titles: number[];
  /** Pages with the term in the title of a section or a demo, or in the description or a keyword of the page. */
  headings: number[];
  texts: number[];
}

export type TermIndex = Map<string, Postings>;

/** The number of a page is its index in the order of entries. */
export function createTermIndex(entries: Iterable<SearchEntry>): TermIndex {
  const index: TermIndex = new Map();
  const read = createTermReader((term): Postings => {
    const known = index.get(term);
    if (known) return known;
    const postings: Postings = { titles: [], headings: [], texts: [] };
    index.set(term, postings);
    return postings;
  });
  let page = -1;
  for (const { title, description = '', keywords = [], sections, demos } of entries) {
    page++;
    const addTo =
      (kind: keyof Postings) =>
      (postings: Postings): void => {
        const pages = postings[kind];
        if (pages[pages.length - 1] !== page) pages.push(page);
      };
    const [addTitle, addHeading, addText] = [addTo('titles'), addTo('headings'), addTo('texts')];
    read(title, addTitle);
    for (const text of [description, ...keywords]) read(text, addHeading);
    for (const { rawTitle, paragraphs } of sections) {
      read(rawTitle, addHeading);
      for (const paragraph of paragraphs) read(paragraph, addText);
    }
    for (const { rawTitle, description, keywords, paragraphs, code } of demos) {
      read(rawTitle, addHeading);
      for (const text of [description, ...keywords, ...paragraphs, ...code]) read(text, addText);
    }
  }
  return index;
}
