import type { SearchEntry, SearchSection } from '../entities.ts';
import type { Postings } from './term-index.ts';

/** Order of groups of hits: by the navigation's order, or by the best hit. */
export type GroupOrder = 'nav' | 'score';

/** The first file of an index. A small index is complete in it; a large index has further files. */
export interface SearchIndexFile {
  /** Prefix of the links of entries; ends with `/`. */
  base: string;
  groupOrder: GroupOrder;
  /** Groups of words and phrases with the same meaning. */
  synonyms?: string[][];
  /** Items of the top navigation that entries refer to. */
  nav: [title: string, order: number][];
  /** All pages; absent in a large index. */
  pages?: PackedEntry[];
  /**
   * In a large index: folders of pages. A name is a hash of the content; `counts` are the pages in each file
   * `<n>.json`.
   */
  pageFolders?: [name: string, ...counts: number[]][];
  /** In a large index: the number of words in each page's title, one base-36 digit per page. */
  titleWords?: string;
  /** In a large index: files of terms. Each has its first term, ascending by UTF-16 code units, and its name without `.json`. */
  termFiles?: [first: string, name: string][];
}

/** Returns a path that is the same in every build. The files of a large index are in the folder of that name without `.json`. */
export function searchIndexPath(locale: string): string {
  return `~search/${locale}.json`;
}

/**
 * Titles and links omit the start that they share with the page. For sections, 0 is the usual form (title ` - ` raw
 * title, id of the raw title), and 1 is the previous section's value with its raw title replaced.
 */
export type PackedEntry = [
  title: string,
  link: string,
  /** Index into `nav`, or -1 for none. */
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
  description?: string,
  keywords?: string[],
];

/** A packed term with its pages, each as the distance from the previous page. */
export type PackedTerm = [term: string, texts: number[], headings?: number[], titles?: number[]];

/** Marks a title or link that does not start with that of the page. */
const OTHER = '\n';

/** Packs an entry, and adds its navigation item to `nav`. */
export function packEntry(entry: SearchEntry, nav: SearchIndexFile['nav']): PackedEntry {
  const { title, link, navTitle, navOrder, sections, demos, description = '', keywords = [] } = entry;
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
  const packedDemos = demos.map((demo): NonNullable<PackedEntry[4]>[number] => [
    demo.rawTitle,
    shorten(demo.title, title),
    shorten(demo.link, link),
    demo.description,
    demo.keywords,
    demo.code,
    ...demo.paragraphs,
  ]);
  if (keywords.length > 0) packed.push(packedDemos, description, keywords);
  else if (description) packed.push(packedDemos, description);
  else if (demos.length > 0) packed.push(packedDemos);
  return packed;
}

export function unpackEntry(packed: PackedEntry, nav: SearchIndexFile['nav']): SearchEntry {
  const [title, link, navNumber, packedSections, demos = [], description, keywords] = packed;
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
    ...(description && { description }),
    ...(keywords && { keywords }),
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

function idOf(title: string): string {
  return `#${title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')}`;
}

/** Returns a text of the previous section with the raw title at its end replaced. Rows of one table differ only there. */
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

export function packTerm(term: string, { texts, headings, titles }: Postings): PackedTerm {
  const packed: PackedTerm = [term, deltas(texts)];
  if (headings.length > 0 || titles.length > 0) packed.push(deltas(headings));
  if (titles.length > 0) packed.push(deltas(titles));
  return packed;
}

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
