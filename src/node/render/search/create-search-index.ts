import type { Locale, NavItem, PageMeta, SearchEntry } from '../../../shared/entities.ts';
import type { DemoFile } from '../../../shared/page-data.ts';
import {
  type GroupOrder,
  packEntry,
  packTerm,
  type SearchIndexFile,
  searchIndexPath,
  unpackEntry,
} from '../../../shared/search/index-file.ts';
import { createSearchMetadata, type SearchableDemo, type SearchRoute } from '../../../shared/search/metadata.ts';
import type { StepInfo } from '../../../shared/steps.ts';
import { textOfHtml } from '../../base/html-text.ts';
import type { Navigation, SourcePage } from '../../content/types.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import { createLargeIndex, type IndexedTerm, type IndexedText, type PutFile } from './large-index.ts';
import { createTermCollector, type FoundTerm } from './term-collector.ts';

/** Searchable content of a demo: the files of its code panel, as returned by {@link searchedFiles}, and its pre-rendered HTML. */
interface SearchedDemo {
  searched: DemoFile[];
  html?: string;
  steps?: { list: readonly StepInfo[] };
}

function searchRoute(page: SourcePage, [main, ...others]: CompiledPage[]): SearchRoute {
  const { frontmatter, title, routePath } = page;
  const { toc = [], texts = [] } = main ?? {};
  const tabs = page.tabs.map((tab, index): PageMeta['tabs'][number] => {
    const { toc = [], texts = [] } = others[index] ?? {};
    return { key: tab.key, title: tab.title, meta: { frontmatter: tab.page.frontmatter, toc, texts } };
  });
  return { path: routePath, meta: { title, toc, texts, hero: frontmatter.hero, frontmatter, tabs } };
}

/** Style sheets are not searchable, because they say nothing about a demo's topic. */
const SHEET = /\.(css|less|scss|sass)$/;

function searchableDemos(
  page: SourcePage,
  parts: CompiledPage[],
  known: ReadonlyMap<string, SearchedDemo>,
): SearchableDemo[] {
  const demos = parts.flatMap((part) => part.demos);
  return demos.map(({ id, title, description, keywords }) => ({
    id,
    route: page.routePath,
    title,
    description: textOfHtml(description ?? ''),
    keywords,
    text: textOf(known.get(id)),
    code: (known.get(id)?.searched ?? []).filter(({ name }) => !SHEET.test(name)).map(fileText),
  }));
}

function textOf({ html = '', steps }: Partial<SearchedDemo> = {}): string {
  return [textOfHtml(html), ...(steps?.list ?? []).map(({ name }) => name)].filter(Boolean).join('. ');
}

function fileText({ name, code }: DemoFile): string {
  return `${name} ${code}`.replace(/\s+/g, ' ').trim();
}

export interface SearchContext {
  /** The compiled page, followed by its tabs. */
  parts: CompiledPage[];
  nav: Navigation['nav'];
  locales: Locale[];
  demos: ReadonlyMap<string, SearchedDemo>;
}

/** Returns the packed search entry of a page, as JSON. */
export function createSearchPage(page: SourcePage, context: SearchContext): string {
  const { parts } = context;
  const nav = context.nav[page.locale] ?? [];
  const locale = context.locales.find(({ id }) => id === page.locale);
  const demos = searchableDemos(page, parts, context.demos);
  const routes = [searchRoute(page, parts)];
  const entry = createSearchMetadata({ routes, nav, demos, locale })[0] as SearchEntry;
  return JSON.stringify(packEntry(entry, navTable(nav)));
}

/** Returns a table that is the same for all pages, so that the entry of a page does not depend on other pages. */
function navTable(nav: NavItem[]): SearchIndexFile['nav'] {
  const items = nav.map(({ title, order = 0 }): [string, number] => [title, order]);
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

export interface SearchIndexInput {
  /** Pages with their packed entries. */
  pages: { page: SourcePage; text: string }[];
  navigation: Navigation;
  locales: Locale[];
  /** Base URL with a trailing `/`. */
  base: string;
  groupOrder: GroupOrder;
  synonyms?: string[][];
  /** Largest index that is written as one file, in characters of JSON. Default 160,000. */
  small?: number;
}

const SMALL = 160_000;

/** Returns the outputs by path; the first file of each index has a fixed name. */
export function createSearchIndexes(input: SearchIndexInput): Map<string, string> {
  const files = new Map<string, string>();
  for (const { id } of input.locales) {
    const own = input.pages.filter(({ page }) => page.locale === id);
    const nav = navTable(input.navigation.nav[id] ?? []);
    const { base, groupOrder, synonyms, small } = input;
    const path = searchIndexPath(id);
    const pathOf = (name: string): string => `${path.replace(/\.json$/, '')}/${name}`;
    const pages = own.map(({ page, text }) => ({ text, key: page.routePath }));
    createIndexFiles({ pages, base, groupOrder, synonyms, nav, small }, (name, text) => {
      files.set(name === '' ? path : pathOf(name), text);
    });
  }
  return files;
}

export interface IndexFilesInput extends Pick<SearchIndexFile, 'base' | 'groupOrder' | 'synonyms' | 'nav'> {
  pages: IndexedText[];
  /** Largest index that is written as one file, in characters of JSON. Default 160,000. */
  small?: number;
}

/**
 * The name of the first file is empty. A large index has separate files, so that a query loads few of them. Boundaries
 * and names depend on the content, so an edit renames few files.
 */
export function createIndexFiles(
  { pages, base, groupOrder, synonyms = [], nav, small = SMALL }: IndexFilesInput,
  put: PutFile,
): void {
  const words = synonyms.length > 0 ? { synonyms } : {};
  const head = JSON.stringify({ base, groupOrder, ...words, nav }).slice(0, -1);
  if (pages.reduce((sum, { text }) => sum + text.length, 0) <= small) {
    put('', `${head},"pages":[${pages.map(({ text }) => text).join()}]}`);
    return;
  }
  const collector = createTermCollector();
  const terms = pages.map((page) => collector.scan(unpackEntry(JSON.parse(page.text), nav)));
  const index = createLargeIndex(pages, packed(collector.collect(terms)), put);
  put('', `${head},${JSON.stringify(index).slice(1)}`);
}

function* packed(terms: Iterable<FoundTerm>): Generator<IndexedTerm> {
  for (const { term, postings } of terms) yield { key: term, text: JSON.stringify(packTerm(term, postings)) };
}
