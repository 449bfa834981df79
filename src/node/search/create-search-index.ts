import { createHash } from 'node:crypto';
import { withBase } from '../../shared/base-url.ts';
import type { Locale, SearchEntry, SidebarItem } from '../../shared/entities.ts';
import type { DemoFile } from '../../shared/page-data.ts';
import { type GroupOrder, packEntry, packTerm, type SearchIndexFile } from '../../shared/search/index-file.ts';
import { createSearchMetadata } from '../../shared/search/metadata.ts';
import { createTermIndex } from '../../shared/search/term-index.ts';
import { ASSETS_DIR } from '../browser-scripts.ts';
import type { CompiledPage } from '../compile/types.ts';
import type { LoadedSite, Navigation, SourcePage } from '../load/types.ts';
import { searchableDemos, searchRoute, sharedFiles } from './search-input.ts';

export interface SearchIndexInput {
  loaded: LoadedSite;
  /** By source path; tabs have an entry of their own. */
  compiled: Map<string, CompiledPage>;
  /** Pre-rendered demos by id. */
  demoHtml: Map<string, string>;
  /** Files of the code panels by demo id. */
  demoFiles: Map<string, DemoFile[]>;
  locales: Locale[];
  /** Ends with `/`. */
  base: string;
  groupOrder: GroupOrder;
  /** Characters up to which an index is one file. */
  small?: number;
}

/** The search indexes of a site. */
export interface SearchIndexes {
  /** Outputs by path; texts of a large site are made when they are written. */
  files: Map<string, SearchOutput>;
  /** URL of the first file by content locale. */
  urls: Map<string, string>;
}

/** Content of a file, or the function that makes it. */
export type SearchOutput = string | (() => string);

/** Pages of a group that are offered before anything is typed. */
const STARTS = 4;
/** Characters of JSON up to which an index is one file. */
const SMALL = 160_000;
/** Characters that a file of a large index has, about. */
const FILE_SIZE = { terms: 24_000, pages: 10_000 };

/** Makes an index for each content locale. */
export function createSearchIndexes(input: SearchIndexInput): SearchIndexes {
  const files = new Map<string, SearchOutput>();
  const urls = new Map<string, string>();
  const shared = sharedFiles(input.demoFiles);
  const pagesByLocale = new Map<string, SourcePage[]>();
  for (const page of input.loaded.pages) {
    const pages = pagesByLocale.get(page.locale);
    if (pages) pages.push(page);
    else pagesByLocale.set(page.locale, [page]);
  }
  for (const [locale, pages] of pagesByLocale) {
    const { base, groupOrder, small } = input;
    const entryOf = createEntrySource(pages, locale, { ...input, shared });
    const starts = startsOf(pages, input.loaded.navigation, locale);
    const index = createIndexFiles({ pages: pages.length, entryOf, base, groupOrder, small, starts });
    for (const [file, content] of index) files.set(`${ASSETS_DIR}/${file}`, content);
    const [first = ''] = index.keys();
    urls.set(locale, withBase(base, `/${ASSETS_DIR}/${first}`));
  }
  return { files, urls };
}

/** Function that makes the entry of a page by its number: all at once would be the text of the whole site again. */
function createEntrySource(
  pages: SourcePage[],
  localeId: string,
  input: SearchIndexInput & { shared: Set<string> },
): (page: number) => SearchEntry {
  const nav = input.loaded.navigation.nav[localeId] ?? [];
  const locale = input.locales.find(({ id }) => id === localeId);
  return (number) => {
    const page = pages[number] as SourcePage;
    const demos = searchableDemos(page, input);
    return createSearchMetadata({ routes: [searchRoute(page, input.compiled)], nav, demos, locale })[0] as SearchEntry;
  };
}

export interface IndexFilesInput extends Pick<SearchIndexFile, 'base' | 'groupOrder'> {
  /** Number of pages. */
  pages: number;
  /** Makes the entry of a page; asked more than once for each. */
  entryOf: (page: number) => SearchEntry;
  /** Characters up to which an index is one file. */
  small?: number;
  /** Numbers of pages that are offered before anything is typed, in their order. */
  starts?: number[];
}

/**
 * Files of an index by name, the first one first: all in one when it is small, else the pages and the terms in files of
 * their own, so that a query loads few of them. The names have a hash of the whole index.
 */
export function createIndexFiles({
  pages,
  entryOf,
  base,
  groupOrder,
  small = SMALL,
  starts = [],
}: IndexFilesInput): Map<string, SearchOutput> {
  const nav: SearchIndexFile['nav'] = [];
  const textOf = (page: number): string => JSON.stringify(packEntry(entryOf(page), nav));
  const head = (): string => JSON.stringify({ base, groupOrder, nav }).slice(0, -1);
  const texts = takeSmall(pages, textOf, small);
  if (texts) {
    const text = `${head()},"pages":[${texts.join()}],"starts":${JSON.stringify(starts)}}`;
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 10);
    return new Map([[`search-${hash}.json`, text]]);
  }
  const hash = createHash('sha256');
  const sizes: number[] = [];
  const entries = function* (): Generator<SearchEntry> {
    for (let page = 0; page < pages; page++) {
      const entry = entryOf(page);
      const text = JSON.stringify(packEntry(entry, nav));
      hash.update(text);
      sizes.push(text.length);
      yield entry;
    }
  };
  const terms = [...createTermIndex(entries())].sort(([a], [b]) => (a < b ? -1 : 1));
  const packedTerms = terms.map(([term, postings]) => JSON.stringify(packTerm(term, postings)));
  const termFiles = divide(
    packedTerms.map(({ length }) => length),
    FILE_SIZE.terms,
  );
  const pageFiles = divide(sizes, FILE_SIZE.pages);
  const directory = JSON.stringify({
    pageFiles: pageFiles.map(({ from, to }) => to - from),
    termFiles: termFiles.map(({ from }) => terms[from]?.[0] ?? ''),
  });
  for (const term of packedTerms) hash.update(term);
  const name = `search-${hash.update(head()).update(directory).digest('hex').slice(0, 10)}`;
  return new Map<string, SearchOutput>([
    [`${name}/index.json`, `${head()},${directory.slice(1)}`],
    ...termFiles.map(({ from, to }, index): [string, string] => [
      `${name}/terms-${index}.json`,
      `[${packedTerms.slice(from, to).join()}]`,
    ]),
    ...pageFiles.map(({ from, to }, index): [string, () => string] => [
      `${name}/pages-${index}.json`,
      () => `[${Array.from({ length: to - from }, (_, offset) => textOf(from + offset)).join()}]`,
    ]),
  ]);
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

/** Texts of all pages; undefined when they are longer than `small` together. */
function takeSmall(pages: number, textOf: (page: number) => string, small: number): string[] | undefined {
  const texts: string[] = [];
  let length = 0;
  while (texts.length < pages) {
    const text = textOf(texts.length);
    length += text.length;
    if (length > small) return undefined;
    texts.push(text);
  }
  return texts;
}

/** Divides items of given sizes into files of about a size; an item that is larger stands alone. */
function divide(sizes: number[], size: number): { from: number; to: number }[] {
  const files: { from: number; to: number; length: number }[] = [];
  for (const [index, length] of sizes.entries()) {
    const last = files.at(-1);
    if (last && last.length + length <= size) {
      last.to = index + 1;
      last.length += length;
    } else files.push({ from: index, to: index + 1, length });
  }
  return files;
}
