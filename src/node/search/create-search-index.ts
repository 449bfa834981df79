import type { Locale, NavItem, SearchEntry, SidebarItem } from '../../shared/entities.ts';
import {
  type GroupOrder,
  type PackedEntry,
  packEntry,
  packTerm,
  type SearchIndexFile,
  searchIndexPath,
  unpackEntry,
} from '../../shared/search/index-file.ts';
import { createSearchMetadata } from '../../shared/search/metadata.ts';
import type { Navigation, SourcePage } from '../content/types.ts';
import type { CompiledPage } from '../markdown/types.ts';
import {
  createLargeIndex,
  type IndexedPage,
  type IndexedTerm,
  type PutFile,
  type StoredIndex,
  type StoredText,
  textOf,
} from './large-index.ts';
import { type SearchedDemo, searchableDemos, searchRoute } from './search-input.ts';
import {
  createTermCollector,
  createTermScanner,
  type FoundTerm,
  type PageTerms,
  type TermCollector,
} from './term-scanner.ts';
import { type LastIndex, updateIndex } from './update-index.ts';

export type { PutFile, StoredIndex, StoredText } from './large-index.ts';

/** Search data of a page. */
export interface SearchPage {
  /** Packed entry as JSON. */
  text: string | StoredText;
  /** Hash of the text. Needed only to update the index of the last build. */
  hash?: string;
  /** Terms with the numbers of the collector; scanned from `text` if absent. */
  terms?: Omit<PageTerms, 'added'>;
}

/** Inputs for the entry of a page, other than the page itself. */
export interface SearchContext {
  /** The compiled page, followed by its tabs. */
  parts: CompiledPage[];
  /** Navigation by content locale. */
  nav: Navigation['nav'];
  locales: Locale[];
  /** Demos by id. */
  demos: ReadonlyMap<string, SearchedDemo>;
}

/** Creates the entry of a page, and its packed form for the index. */
export function createSearchPage(page: SourcePage, context: SearchContext): { text: string; entry: SearchEntry } {
  const { parts } = context;
  const nav = context.nav[page.locale] ?? [];
  const locale = context.locales.find(({ id }) => id === page.locale);
  const demos = searchableDemos(page, parts, context.demos);
  const routes = [searchRoute(page, parts)];
  const entry = createSearchMetadata({ routes, nav, demos, locale })[0] as SearchEntry;
  return { text: JSON.stringify(packEntry(entry, navTable(nav))), entry };
}

/**
 * Returns the navigation items that entries refer to. They are the same for all pages, so that the entry of a page does not
 * depend on other pages.
 */
function navTable(nav: NavItem[]): SearchIndexFile['nav'] {
  const items = nav.map(({ title, order = 0 }): [string, number] => [title, order]);
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

export interface SearchIndexInput {
  /** Pages in order, with their search data. */
  pages: { page: SourcePage; search: SearchPage }[];
  navigation: Navigation;
  locales: Locale[];
  /** Base URL with a trailing `/`. */
  base: string;
  groupOrder: GroupOrder;
  synonyms?: string[][];
  /** Collector that numbered the terms of the pages; absent if no page has terms. */
  collector?: TermCollector;
  /** Largest index that is written as one file, in characters of JSON. Default 160,000. */
  small?: number;
  /** Receives the files of a large index by output path as they are created, so that they are not held in memory. */
  put?: PutFile | undefined;
  /** The indexes of the last build. */
  last?: LastIndexes | undefined;
}

/** Access to the indexes of the last build. */
export interface LastIndexes {
  find(locale: string): StoredIndex | undefined;
  /** Returns the text of a file. Throws an error if it is missing. */
  read(path: string, hash: string): string;
  /** Reuses files in this build. Returns false if that is not possible. */
  reuse(files: [path: string, bytes: number, hash: string][]): boolean;
  store(locale: string, index: StoredIndex): void;
}

/** Number of pages per sidebar that are suggested before the reader types. */
const STARTS = 4;
/** Largest index that is written as one file, in characters of JSON. */
const SMALL = 160_000;

/** Creates an index for each content locale. Returns the outputs by path; the first file of each index has a fixed name. */
export function createSearchIndexes(input: SearchIndexInput): Map<string, string> {
  const files = new Map<string, string>();
  for (const { id } of input.locales) {
    const own = input.pages.filter(({ page }) => page.locale === id);
    const starts = startsOf(
      own.map(({ page }) => page),
      input.navigation,
      id,
    );
    const nav = navTable(input.navigation.nav[id] ?? []);
    const { base, groupOrder, synonyms, small, collector, put, last } = input;
    const path = searchIndexPath(id);
    const pathOf = (name: string): string => `${path.replace(/\.json$/, '')}/${name}`;
    const pages = own.map(({ page, search }) => ({ ...search, key: page.routePath }));
    const take: PutFile = (name, text) => {
      if (name !== '' && put) put(pathOf(name), text);
      else files.set(name === '' ? path : pathOf(name), text);
    };
    const known = last && openLast(last, id, pathOf);
    const index = createIndexFiles(
      { pages, base, groupOrder, synonyms, nav, starts, small, collector, last: known },
      take,
    );
    if (index && index !== known?.index) last?.store(id, index);
  }
  return files;
}

function openLast(last: LastIndexes, locale: string, pathOf: (name: string) => string): LastIndex | undefined {
  const index = last.find(locale);
  return (
    index && {
      index,
      read: (name) => last.read(pathOf(name), index.files.get(name)?.[1] ?? ''),
      reuse: (files) => last.reuse(files.map(([name, [bytes, hash]]) => [pathOf(name), bytes, hash])),
    }
  );
}

export interface IndexFilesInput extends Pick<SearchIndexFile, 'base' | 'groupOrder' | 'synonyms' | 'nav'> {
  pages: (IndexedPage & Pick<SearchPage, 'terms'>)[];
  collector?: TermCollector;
  /** Largest index that is written as one file, in characters of JSON. Default 160,000. */
  small?: number;
  /** Numbers of the pages that are suggested before the reader types, in order. */
  starts?: number[];
  /** The index of the last build. */
  last?: LastIndex | undefined;
}

/**
 * Creates the files of an index; the name of the first file is empty. A small index is one file. A large index stores pages
 * and terms in separate files, so that a query loads few of them. Their boundaries and names depend on their content: an edit
 * renames only the folder of the page and the files of its terms.
 *
 * @returns a large index, for the next build
 */
export function createIndexFiles(
  {
    pages,
    base,
    groupOrder,
    synonyms = [],
    nav,
    collector = createTermCollector(),
    small = SMALL,
    starts = [],
    last,
  }: IndexFilesInput,
  put: PutFile,
): StoredIndex | undefined {
  const words = synonyms.length > 0 ? { synonyms } : {};
  const head = JSON.stringify({ base, groupOrder, ...words, nav, starts: startsIn(pages, starts) }).slice(0, -1);
  if (pages.reduce((sum, { text }) => sum + text.length, 0) <= small) {
    put('', `${head},"pages":[${pages.map(textOf).join()}]}`);
    return undefined;
  }
  const found = () => collector.collect(termsOf(pages, nav, collector));
  const index = (last && updateIndex(pages, last, put)) ?? createLargeIndex(pages, packed(found()), put);
  const { pageFolders, titleWords, termFiles } = index;
  put('', `${head},${JSON.stringify({ pageFolders, titleWords, termFiles }).slice(1)}`);
  return index;
}

function startsIn(pages: IndexedPage[], starts: number[]): SearchIndexFile['starts'] {
  return starts.map((number) => {
    const [title, link, item] = JSON.parse(textOf(pages[number] as IndexedPage)) as PackedEntry;
    return [title, link, item];
  });
}

/** Returns the terms of all pages with the collector's numbers. */
function termsOf(
  pages: IndexFilesInput['pages'],
  nav: SearchIndexFile['nav'],
  collector: TermCollector,
): Omit<PageTerms, 'added'>[] {
  const scan = createTermScanner();
  return pages.map((page) => page.terms ?? collector.translate(scan(unpackEntry(JSON.parse(textOf(page)), nav)), scan));
}

function* packed(terms: Iterable<FoundTerm>): Generator<IndexedTerm> {
  for (const { term, postings } of terms) yield { key: term, text: JSON.stringify(packTerm(term, postings)) };
}

/** Returns the suggested pages: pages in no sidebar, such as the home page, then the first pages of each sidebar. */
function startsOf(pages: SourcePage[], { nav, sidebars }: Navigation, locale: string): number[] {
  const numbers = new Map(pages.map(({ routePath }, number) => [routePath, number]));
  const links = (items: SidebarItem[]): string[] =>
    items.flatMap(({ link, children = [] }) => [...(link === undefined ? [] : [link]), ...links(children)]);
  const lists = Object.entries(sidebars[locale] ?? {}).map(([path, groups]) => ({
    place: (nav[locale] ?? []).findIndex(({ activePath }) => activePath === path),
    links: groups.flatMap(({ children }) => links(children)),
  }));
  const listed = new Set(lists.flatMap((list) => list.links));
  const others = pages.map(({ routePath }) => routePath).filter((routePath) => !listed.has(routePath));
  return [others, ...lists.sort((a, b) => a.place - b.place).map((list) => list.links)]
    .flatMap((list) => list.slice(0, STARTS))
    .flatMap((routePath) => numbers.get(routePath) ?? []);
}
