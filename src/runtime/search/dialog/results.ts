import type { SearchDatum } from '../../../shared/dom-contract.ts';
import type { SearchResult } from '../protocol.ts';
import { createSearchClient, type SearchClient } from '../search-client.ts';
import type { ListBox } from './list-box.ts';
import { appendHits, showRecent } from './options.ts';
import { recentSearches } from './recent.ts';

/** Number of hits and pages to show at first, and to add with each step. */
const STEP = { hits: 30, pages: 8 };

/** The search and its displayed results. */
export interface Results {
  /** Returns the query of the displayed results. */
  query: () => string | undefined;
  /**
   * Starts a search after `delay` milliseconds, unless another one starts. Without a query, shows recent searches and
   * the first pages of the navigation.
   */
  follow: (query: string, delay: number) => void;
  /** Shows more of the results, or requests more. */
  showMore: () => void;
  /** Sets whether to open the first hit as soon as there is one. */
  expect: (isAwaited: boolean) => void;
  /** Returns true if the dialog now belongs to a page with another index. */
  isOfOtherIndex: () => boolean;
}

/**
 * Creates the results in a list.
 *
 * @param text returns a text or URL of the dialog by name; they change with the page and the language
 * @param open opens the first hit, if the reader still wants that
 */
export function createResults(box: ListBox, text: (name: SearchDatum) => string, open: () => void): Results {
  const { list } = box;
  let client: { index: string; own: SearchClient } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the latest search: only its response is shown. */
  let latest = 0;
  let isAwaited = false;
  let shown: { query: string; result: SearchResult; hits: number; limit: number } | undefined;

  const clientOf = (): SearchClient => {
    const index = text('index');
    if (client?.index !== index) {
      client?.own.close();
      client = { index, own: createSearchClient(text('worker'), index) };
    }
    return client.own;
  };
  const showNothing = (): void => {
    shown = undefined;
    box.activate(undefined);
    showRecent(list, recentSearches(), { title: text('recent'), forget: text('forget') });
    box.settle('');
    const id = latest;
    clientOf()
      .search('', 0)
      .then(
        ({ groups }) => {
          if (id !== latest) return;
          appendHits(list, groups, 0, Number.POSITIVE_INFINITY);
          box.settle('');
        },
        // The next search reports the error.
        () => undefined,
      );
  };
  const showResult = (query: string, result: SearchResult, limit: number): void => {
    const isMore = shown?.query === query;
    const hits = isMore && shown ? shown.hits : STEP.hits;
    const place = box.active()?.id;
    list.replaceChildren();
    appendHits(list, result.groups, 0, hits);
    shown = { query, result, hits, limit };
    box.activate(place === undefined || !isMore ? undefined : box.options().find(({ id }) => id === place));
    if (!isMore) list.scrollTop = 0;
    box.settle(describe(result, text));
    if (isAwaited) open();
    isAwaited = false;
  };
  const showFailure = (query: string, error: unknown): void => {
    // Existing hits stay if no more can be loaded.
    if (shown?.query !== query) {
      box.activate(undefined);
      shown = undefined;
      list.replaceChildren();
    }
    isAwaited = false;
    box.settle(text('failed'));
    console.error(error);
    // The index belongs to another build: reload the page, once.
    if (/status 404/.test(String(error))) window.cascaderDocsReload?.(text('index'));
  };
  const search = async (query: string, limit: number): Promise<void> => {
    const id = ++latest;
    try {
      const result = await clientOf().search(query, limit);
      if (id === latest) showResult(query, result, limit);
    } catch (error) {
      if (id === latest) showFailure(query, error);
    }
  };
  clientOf();
  return {
    query: () => shown?.query,
    follow(query, delay) {
      clearTimeout(timer);
      latest++;
      if (!query) {
        showNothing();
        return;
      }
      box.wait(text('loading'));
      timer = setTimeout(() => void search(query, STEP.pages), delay);
    },
    showMore() {
      if (!shown || box.isWaiting()) return;
      const { query, result, hits, limit } = shown;
      const total = result.groups.reduce((sum, { hints }) => sum + hints.length, 0);
      if (hits < total) {
        shown.hits += STEP.hits;
        appendHits(list, result.groups, hits, shown.hits);
      } else if (result.shown < result.pages) {
        box.wait();
        shown.hits += STEP.hits;
        void search(query, limit + STEP.pages);
      }
    },
    expect(isExpected) {
      isAwaited = isExpected;
    },
    isOfOtherIndex: () => client?.index !== text('index'),
  };
}

/** Returns the status text of a result. */
function describe({ groups, pages, instead = [] }: SearchResult, text: (name: SearchDatum) => string): string {
  if (groups.length === 0) return text('none');
  const fill = (name: SearchDatum, values: Record<string, string>): string =>
    text(name).replace(/\{(\w+)\}/g, (argument, key: string) => values[key] ?? argument);
  return [...instead.map((words) => fill('instead', words)), fill('found', { count: String(pages) })].join(' ');
}
