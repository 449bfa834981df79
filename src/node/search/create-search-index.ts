import { createHash } from 'node:crypto';
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

/** What search knows of a page. */
export interface SearchPage {
  /** JSON of its packed entry. */
  text: string;
  /** Its terms with the collector's numbers; made of the text where they are missing. */
  terms?: Omit<PageTerms, 'added'>;
}

/** A text that is read when it is asked for. */
export interface StoredText {
  length: number;
  read(): string;
}

/** What search knows of pages that were made elsewhere. */
export interface SearchParts {
  /** JSON of the packed entry of a page. */
  textOf(page: SourcePage): StoredText | undefined;
  /** Terms of all that have an entry, part by part: by code units, with the numbers of the pages in a list of a locale's pages. */
  terms(locale: string, pages: SourcePage[]): Iterable<Iterable<FoundTerm>>;
}

/** What the entry of a page is made of besides the page. */
export interface SearchContext {
  /** The page's own text, then its tabs. */
  parts: CompiledPage[];
  /** By content locale. */
  nav: Navigation['nav'];
  locales: Locale[];
  /** By id. */
  demos: ReadonlyMap<string, SearchedDemo>;
}

/** Makes the entry of a page, packed as the index has it. */
export function createSearchPage(page: SourcePage, context: SearchContext): SearchPage & { entry: SearchEntry } {
  const { parts } = context;
  const nav = context.nav[page.locale] ?? [];
  const locale = context.locales.find(({ id }) => id === page.locale);
  const demos = searchableDemos(page, parts, context.demos);
  const routes = [searchRoute(page, parts)];
  const entry = createSearchMetadata({ routes, nav, demos, locale })[0] as SearchEntry;
  return { text: JSON.stringify(packEntry(entry, navTable(nav))), entry };
}

/** Items of the navigation that entries name: the same for all pages, so that no page's text depends on another. */
function navTable(nav: NavItem[]): SearchIndexFile['nav'] {
  const items = nav.map(({ title, order = 0 }): [string, number] => [title, order]);
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

export interface SearchIndexInput {
  /** Pages in their order, with what search knows of each; those of `parts` have no terms. */
  pages: { page: SourcePage; search: Omit<SearchPage, 'text'> & { text: string | StoredText } }[];
  navigation: Navigation;
  locales: Locale[];
  /** Ends with `/`. */
  base: string;
  groupOrder: GroupOrder;
  /** Terms of pages that bring them; absent where none does. */
  collector?: TermCollector;
  /** Pages that were made elsewhere. */
  parts?: Pick<SearchParts, 'terms'> | undefined;
  /** Characters up to which an index is one file. */
  small?: number;
  /** Takes the files of a large index as they are made, by output path: they need no memory then. */
  put?: PutFile | undefined;
}

/** Takes a file. */
export type PutFile = (file: string, text: string) => void;

/** Pages of a group that are offered before anything is typed. */
const STARTS = 4;
/** Characters of JSON up to which an index is one file. */
const SMALL = 160_000;
/** Characters that a file of a large index has, about. */
const FILE_SIZE = { terms: 24_000, pages: 10_000 };
/** Pages that a folder of a large index has, about. */
const FOLDER_PAGES = 32;

/** Makes an index for each content locale: outputs by path, the first file of each under a name that never changes. */
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
  /** `key` names a page in every build. */
  pages: IndexedPage[];
  collector?: TermCollector;
  /** Terms of the pages whose texts are stored. */
  terms?: () => Iterable<FoundTerm>[];
  /** Characters up to which an index is one file. */
  small?: number;
  /** Numbers of pages that are offered before anything is typed, in their order. */
  starts?: number[];
}

/**
 * Makes the files of an index, by name; the first one has none: all in one when it is small, else the pages and the terms
 * in files of their own, so that a query loads few of them. They are cut by what they hold and named by it: an edited page
 * gives its folder another name, and the files of its terms.
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

/** Terms of all pages with the collector's numbers, those left out whose texts are stored. */
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

/** Name of a file or folder by what it holds. */
function nameOf(texts: string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('hex').slice(0, 10);
}

/** Number of words in the title of a packed entry, which its JSON begins with. */
function titleWordsOf(text: string): string {
  const title = JSON.parse(/^\[("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? '""') as string;
  return Math.min(wordsOf(title).length, 35).toString(36);
}

/** Pages that are in no sidebar, such as the home page, then those with which each sidebar begins. */
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
 * Divides items into groups of a size up to `most`; a larger item stands alone. A group may end early, past `least`, at
 * one of `every` keys: so groups are the same again soon after a place where items have changed.
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
    const ends = length >= least && hashOf(item.key) % every === 0;
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

/** A number for a text (FNV-1a): quick, and the same everywhere. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
