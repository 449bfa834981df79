import type { SearchDatum } from '../../../shared/dom-contract.ts';
import type { SearchResult } from '../protocol.ts';
import { createSearchClient, type SearchClient } from '../search-client.ts';
import type { ListBox } from './list-box.ts';
import { appendHits, showRecent } from './options.ts';
import { recentSearches } from './recent.ts';

/** Hits and pages that are shown at first, and that each further step adds. */
const STEP = { hits: 30, pages: 8 };

/** What is searched for, and what of it is shown. */
export interface Results {
  /** What is shown was searched for as this. */
  query: () => string | undefined;
  /** Begins a search after so many milliseconds, unless another begins; without words recent ones and demos are shown. */
  follow: (query: string, delay: number) => void;
  /** Shows more of what was found, or asks for more. */
  showMore: () => void;
  /** The first hit is to be opened as soon as there is one, or no longer. */
  expect: (isAwaited: boolean) => void;
  /** True when the dialog has changed to a page with another index since. */
  isOfOtherIndex: () => boolean;
}

/**
 * Shows results in a list.
 *
 * @param text a text or an address of the dialog, by name: they change with the page and the language
 * @param open opens the first hit, if that is still wanted
 */
export function createResults(box: ListBox, text: (name: SearchDatum) => string, open: () => void): Results {
  const { list } = box;
  let client: { index: string; own: SearchClient } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the latest search: only its answer is shown. */
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
        // Told when something is searched for.
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
    // Hits that are there stay when no more of them can be had.
    if (shown?.query !== query) {
      box.activate(undefined);
      shown = undefined;
      list.replaceChildren();
    }
    isAwaited = false;
    box.settle(text('failed'));
    console.error(error);
    // The index of another build: the page is loaded anew, once.
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

/** What was found, in words. */
function describe({ groups, pages, instead = [] }: SearchResult, text: (name: SearchDatum) => string): string {
  if (groups.length === 0) return text('none');
  const fill = (name: SearchDatum, values: Record<string, string>): string =>
    text(name).replace(/\{(\w+)\}/g, (argument, key: string) => values[key] ?? argument);
  return [...instead.map((words) => fill('instead', words)), fill('found', { count: String(pages) })].join(' ');
}
