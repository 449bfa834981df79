import type { Locale, NavItem, SearchEntry, SidebarItem } from '../../shared/entities.ts';
import {
  type GroupOrder,
  packEntry,
  packTerm,
  type SearchIndexFile,
  searchIndexPath,
  unpackEntry,
} from '../../shared/search/index-file.ts';
import { createSearchMetadata } from '../../shared/search/metadata.ts';
import { wordsOf } from '../../shared/search/words.ts';
import { startHash } from '../base/hash.ts';
import type { Navigation, SourcePage } from '../content/types.ts';
import type { CompiledPage } from '../markdown/types.ts';
import { type SearchedDemo, searchableDemos, searchRoute } from './search-input.ts';
import {
  createTermCollector,
  createTermScanner,
  type FoundTerm,
  mergeTerms,
  type PageTerms,
  type TermCollector,
} from './term-scanner.ts';

/** Search data of a page. */
export interface SearchPage {
  /** Packed entry as JSON. */
  text: string;
  /** Terms with the numbers of the collector; scanned from `text` if absent. */
  terms?: Omit<PageTerms, 'added'>;
}

/** A text that is read on demand. */
export interface StoredText {
  length: number;
  read(): string;
}

/** Search data of pages that other machines rendered. */
export interface SearchParts {
  /** Returns the packed entry of a page as JSON. */
  textOf(page: SourcePage): StoredText | undefined;
  /**
   * Returns the terms of these pages, one list per shard, sorted by code units. Page numbers refer to `pages`, the pages of a
   * locale.
   */
  terms(locale: string, pages: SourcePage[]): Iterable<Iterable<FoundTerm>>;
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
export function createSearchPage(page: SourcePage, context: SearchContext): SearchPage & { entry: SearchEntry } {
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
  /** Pages in order, with their search data; pages of `parts` have no terms. */
  pages: { page: SourcePage; search: Omit<SearchPage, 'text'> & { text: string | StoredText } }[];
  navigation: Navigation;
  locales: Locale[];
  /** Base URL with a trailing `/`. */
  base: string;
  groupOrder: GroupOrder;
  /** Collector that numbered the terms of the pages; absent if no page has terms. */
  collector?: TermCollector;
  /** Pages that other machines rendered. */
  parts?: Pick<SearchParts, 'terms'> | undefined;
  /** Largest index that is written as one file, in characters of JSON. Default 160,000. */
  small?: number;
  /** Receives the files of a large index by output path as they are created, so that they are not held in memory. */
  put?: PutFile | undefined;
}

/** Receives the path and the text of an output file. */
export type PutFile = (file: string, text: string) => void;

/** Number of pages per sidebar that are suggested before the reader types. */
const STARTS = 4;
/** Largest index that is written as one file, in characters of JSON. */
const SMALL = 160_000;
/** Approximate size of the files of a large index, in characters. */
const FILE_SIZE = { terms: 24_000, pages: 10_000 };
/** Approximate number of pages per folder of a large index. */
const FOLDER_PAGES = 32;

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
    const { base, groupOrder, small, collector, parts, put } = input;
    const path = searchIndexPath(id);
    const pathOf = (name: string): string => `${path.replace(/\.json$/, '')}/${name}`;
    const pages = own.map(({ page, search }) => ({ ...search, key: page.routePath }));
    const terms = () => [
      ...(parts?.terms(
        id,
        own.map(({ page }) => page),
      ) ?? []),
    ];
    const take: PutFile = (name, text) => {
      if (name !== '' && put) put(pathOf(name), text);
      else files.set(name === '' ? path : pathOf(name), text);
    };
    createIndexFiles({ pages, base, groupOrder, nav, starts, small, collector, terms }, take);
  }
  return files;
}

type IndexedPage = Omit<SearchPage, 'text'> & { text: string | StoredText; key: string };

export interface IndexFilesInput extends Pick<SearchIndexFile, 'base' | 'groupOrder' | 'nav'> {
  /** `key` identifies a page across builds. */
  pages: IndexedPage[];
  collector?: TermCollector;
  /** Returns the terms of the pages whose texts are stored. */
  terms?: () => Iterable<FoundTerm>[];
  /** Largest index that is written as one file, in characters of JSON. Default 160,000. */
  small?: number;
  /** Numbers of the pages that are suggested before the reader types, in order. */
  starts?: number[];
}

/**
 * Creates the files of an index; the name of the first file is empty. A small index is one file. A large index stores pages
 * and terms in separate files, so that a query loads few of them. Their boundaries and names depend on their content: an edit
 * renames only the folder of the page and the files of its terms.
 */
export function createIndexFiles(
  {
    pages,
    base,
    groupOrder,
    nav,
    collector = createTermCollector(),
    terms: stored = () => [],
    small = SMALL,
    starts = [],
  }: IndexFilesInput,
  put: PutFile,
): void {
  const head = JSON.stringify({ base, groupOrder, nav }).slice(0, -1);
  if (pages.reduce((sum, { text }) => sum + text.length, 0) <= small) {
    put('', `${head},"pages":[${pages.map(textOf).join()}],"starts":${JSON.stringify(starts)}}`);
    return;
  }
  const found = mergeTerms([collector.collect(termsOf(pages, nav, collector)), ...stored()]);
  const termFiles: [first: string, name: string][] = [];
  for (const group of divide(packed(found), sizeOf, { least: FILE_SIZE.terms / 2, most: FILE_SIZE.terms, every: 8 })) {
    const text = listOf(group.map((term) => term.text));
    const name = nameOf([text]);
    termFiles.push([group[0]?.key ?? '', name]);
    put(`${name}.json`, text);
  }
  const pageFolders: [name: string, ...counts: number[]][] = [];
  let titleWords = '';
  for (const group of divide(pages, () => 1, { least: 1, most: FOLDER_PAGES * 2, every: FOLDER_PAGES })) {
    const texts = group.map((page) => ({ key: page.key, text: textOf(page) }));
    const files = Array.from(divide(texts, sizeOf, { most: FILE_SIZE.pages }), (file) => file.map(({ text }) => text));
    const name = nameOf(files.flat());
    for (const [index, file] of files.entries()) put(`${name}/${index}.json`, listOf(file));
    pageFolders.push([name, ...files.map(({ length }) => length)]);
    titleWords += files.flat().map(titleWordsOf).join('');
  }
  put('', `${head},${JSON.stringify({ pageFolders, titleWords, termFiles }).slice(1)}`);
}

function listOf(texts: string[]): string {
  return `[${texts.join()}]`;
}

/** Returns the terms of all pages with the collector's numbers. Pages with stored texts get no terms. */
function termsOf(pages: IndexedPage[], nav: SearchIndexFile['nav'], collector: TermCollector): PageTerms[] {
  const scan = createTermScanner();
  return pages.map(({ terms, text }) => {
    if (typeof text !== 'string') return NO_TERMS;
    return terms ?? collector.translate(scan(unpackEntry(JSON.parse(text), nav)), scan);
  }) as PageTerms[];
}

const NO_TERMS = { titles: new Uint32Array(), headings: new Uint32Array(), texts: new Uint32Array() };

function* packed(terms: Iterable<FoundTerm>): Generator<{ key: string; text: string }> {
  for (const { term, postings } of terms) yield { key: term, text: JSON.stringify(packTerm(term, postings)) };
}

function textOf({ text }: { text: string | StoredText }): string {
  return typeof text === 'string' ? text : text.read();
}

/** Returns the name of a file or folder: a hash of its content. */
function nameOf(texts: string[]): string {
  const hash = startHash();
  for (const text of texts) hash.update(text);
  return hash.digest('hex').slice(0, 10);
}

/** Returns the number of words in the title of a packed entry, at most 35, in base 36. The title is the first value in the JSON. */
function titleWordsOf(text: string): string {
  const title = JSON.parse(/^\[("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? '""') as string;
  return Math.min(wordsOf(title).length, 35).toString(36);
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

/**
 * Divides items into groups with a total size of at most `most`; a larger item forms its own group. If a group has at least
 * the size `least`, it may end early: one key in `every` starts a new group. Such a boundary depends on its key alone, so
 * groups are the same again soon after a changed item.
 */
function* divide<Item extends { key: string }>(
  items: Iterable<Item>,
  sizeOf: (item: Item) => number,
  { least = Number.POSITIVE_INFINITY, most, every = 1 }: { least?: number; most: number; every?: number },
): Generator<Item[]> {
  let group: Item[] = [];
  let length = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const ends = length >= least && fnv1a(item.key) % every === 0;
    if (group.length > 0 && (ends || length + size > most)) {
      yield group;
      group = [];
      length = 0;
    }
    group.push(item);
    length += size;
  }
  if (group.length > 0) yield group;
}

function sizeOf({ text }: { text: string | StoredText }): number {
  return text.length;
}

/** Returns the FNV-1a hash of a text: fast, and the same on every system. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
