/** The files of a search index, as the build writes and the worker reads them. */
import type { SearchEntry, SearchSection } from '../entities.ts';
import type { Postings } from './term-index.ts';

/** How groups of hits follow one another: by the navigation's order, or the best hit first. */
export type GroupOrder = 'nav' | 'score';

/** The first file of an index. A small one has everything in it; of a large one the rest lies beside it. */
export interface SearchIndexFile {
  /** Links of the entries are below it; ends with `/`. */
  base: string;
  groupOrder: GroupOrder;
  /** Items of the top navigation that entries name. */
  nav: [title: string, order: number][];
  /** All pages; absent in a large index. */
  pages?: PackedEntry[];
  /** Numbers of the pages that are offered before anything is typed, by groups; absent in a large index. */
  starts?: number[];
  /**
   * Folders of pages, in a large index: the name of each, made from all that it holds, then the number of pages in each of
   * its files `<n>.json`.
   */
  pageFolders?: [name: string, ...counts: number[]][];
  /** Number of words in each page's title, a digit to the base of 36 each, in a large index. */
  titleWords?: string;
  /** Files of terms, in a large index: the first term, ascending by UTF-16 code units, and the name without `.json`. */
  termFiles?: [first: string, name: string][];
}

/**
 * Output path of an index, the same in every build. The files of a large one lie in the folder of that name without
 * `.json`; their names are made from what they hold.
 */
export function searchIndexPath(locale: string): string {
  return `~search/${locale}.json`;
}

/**
 * A page. Of titles and links stands what they add to those of the page. Those of sections may be 0 for what most have,
 * ` - ` and the raw title, and the id that is made of it, or 1 for what the section before has, with the raw title in place of its own.
 */
export type PackedEntry = [
  title: string,
  link: string,
  /** Index into `nav`, or -1. */
  nav: number,
  sections: [rawTitle: string, title: string | 0 | 1, link: string | 0 | 1, ...paragraphs: string[]][],
  demos?: [
    rawTitle: string,
    title: string,
    link: string,
    description: string,
    keywords: string[],
    code: string[],
    ...paragraphs: string[],
  ][],
];

/** A term with the pages that it stands on, each as the distance from the one before. */
export type PackedTerm = [term: string, texts: number[], headings?: number[], titles?: number[]];

/** Marks a title that is not made from the page's. */
const OTHER = '\n';

/** Packs entries; `nav` gets the items that they name. */
export function packEntry(entry: SearchEntry, nav: SearchIndexFile['nav']): PackedEntry {
  const { title, link, navTitle, navOrder, sections, demos } = entry;
  const shorten = (text: string, start: string): string =>
    text.startsWith(start) ? text.slice(start.length) : OTHER + text;
  const packed: PackedEntry = [
    title,
    link,
    navTitle === undefined ? -1 : navIndex(nav, navTitle, navOrder),
    sections.map((section, index) => {
      const { rawTitle, paragraphs } = section;
      const before = sections[index - 1];
      return [
        rawTitle,
        section.title === `${title} - ${rawTitle}`
          ? 0
          : nextTo(before, 'title', section)
            ? 1
            : shorten(section.title, title),
        section.link === link + idOf(rawTitle) ? 0 : nextTo(before, 'link', section) ? 1 : shorten(section.link, link),
        ...paragraphs,
      ];
    }),
  ];
  if (demos.length > 0)
    packed.push(
      demos.map((demo) => [
        demo.rawTitle,
        shorten(demo.title, title),
        shorten(demo.link, link),
        demo.description,
        demo.keywords,
        demo.code,
        ...demo.paragraphs,
      ]),
    );
  return packed;
}

/** The entry that was packed. */
export function unpackEntry(packed: PackedEntry, nav: SearchIndexFile['nav']): SearchEntry {
  const [title, link, navNumber, packedSections, demos = []] = packed;
  const item = nav[navNumber];
  const restore = (text: string, start: string): string =>
    text.startsWith(OTHER) ? text.slice(OTHER.length) : start + text;
  const sections: SearchSection[] = [];
  for (const [rawTitle, sectionTitle, sectionLink, ...paragraphs] of packedSections) {
    const before = sections.at(-1);
    sections.push({
      rawTitle,
      title:
        sectionTitle === 0
          ? `${title} - ${rawTitle}`
          : sectionTitle === 1
            ? inPlaceOf(before, 'title', rawTitle)
            : restore(sectionTitle, title),
      link:
        sectionLink === 0
          ? link + idOf(rawTitle)
          : sectionLink === 1
            ? inPlaceOf(before, 'link', rawTitle)
            : restore(sectionLink, link),
      paragraphs,
    });
  }
  return {
    ...(item && { navTitle: item[0] }),
    navOrder: item ? item[1] : Number.POSITIVE_INFINITY,
    title,
    link,
    sections,
    demos: demos.map(([rawTitle, demoTitle, demoLink, description, keywords, code, ...paragraphs]) => ({
      rawTitle,
      title: restore(demoTitle, title),
      link: restore(demoLink, link),
      description,
      keywords,
      code,
      paragraphs,
    })),
  };
}

/** Id that a title is likely to have. */
function idOf(title: string): string {
  return `#${title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')}`;
}

/** A text of the section before with another raw title at its end: rows of one table differ by no more. */
function inPlaceOf(before: SearchSection | undefined, key: 'title' | 'link', rawTitle: string): string {
  return before ? before[key].slice(0, before[key].length - before.rawTitle.length) + rawTitle : '';
}

function nextTo(before: SearchSection | undefined, key: 'title' | 'link', section: SearchSection): boolean {
  return before?.[key].endsWith(before.rawTitle) === true && inPlaceOf(before, key, section.rawTitle) === section[key];
}

function navIndex(nav: SearchIndexFile['nav'], title: string, order: number): number {
  const known = nav.findIndex((item) => item[0] === title && item[1] === order);
  return known >= 0 ? known : nav.push([title, order]) - 1;
}

/** Packs where a term stands; empty lists at the end are left out. */
export function packTerm(term: string, { texts, headings, titles }: Postings): PackedTerm {
  const packed: PackedTerm = [term, deltas(texts)];
  if (headings.length > 0 || titles.length > 0) packed.push(deltas(headings));
  if (titles.length > 0) packed.push(deltas(titles));
  return packed;
}

/** Where a packed term stands. */
export function unpackTerm([, texts, headings = [], titles = []]: PackedTerm): Postings {
  return { texts: sums(texts), headings: sums(headings), titles: sums(titles) };
}

function deltas(pages: number[]): number[] {
  return pages.map((page, index) => page - (pages[index - 1] ?? 0));
}

function sums(steps: number[]): number[] {
  let page = 0;
  return steps.map((step) => {
    page += step;
    return page;
  });
}
