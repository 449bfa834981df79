import type { SearchDatum } from '../../../shared/dom-contract.ts';
import type { SearchResult } from '../protocol.ts';
import { createSearchClient, type SearchClient } from '../search-client.ts';
import type { ListBox } from './list-box.ts';
import { countPages } from './options.ts';
import { createResultList } from './result-list.ts';

/** Number of pages to show at first, and to add with each step. */
const STEP = 8;

/** The search and its displayed results. */
export interface Results {
  /** Returns the query of the displayed results. */
  query: () => string | undefined;
  /**
   * Starts a search after `delay` milliseconds, unless another search starts before. Without a query, shows recent searches and
   * the first pages of the navigation.
   */
  follow: (query: string, delay: number) => void;
  /** Shows more of the results, or requests more. */
  showMore: () => void;
  /** Shows all hits of a page. */
  expand: (link: string) => void;
  /** Sets whether to open the first hit as soon as there is one. */
  expect: (isAwaited: boolean) => void;
  /** Returns true if the dialog now belongs to a page with a different index. */
  isOfOtherIndex: () => boolean;
}

/**
 * Creates the results in a list.
 *
 * @param text returns a text or URL of the dialog by name; they change with the page and the language
 * @param open opens the first hit, if the reader still wants that
 */
export function createResults(box: ListBox, text: (name: SearchDatum) => string, open: () => void): Results {
  const list = createResultList(box, text);
  let client: { index: string; own: SearchClient } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the latest search, because only the response to that search is shown. */
  let latest = 0;
  let isAwaited = false;
  let shown: { query: string; result: SearchResult; pages: number; limit: number } | undefined;

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
    list.showRecent();
    box.settle('');
    const id = latest;
    clientOf()
      .search('', 0)
      .then(
        ({ groups }) => {
          if (id !== latest) return;
          list.addMainPages(groups);
          box.settle('');
        },
        // The next search reports the error.
        () => undefined,
      );
  };
  const showResult = (query: string, result: SearchResult, limit: number): void => {
    const isMore = shown?.query === query && result.groups.length > 0;
    const pages = isMore && shown ? shown.pages : STEP;
    if (isMore) list.showAgain(result, pages);
    else list.show(result, pages);
    shown = { query, result, limit, pages };
    box.settle(describe(result, text, box.list.lang));
    if (isAwaited && result.groups.length > 0) open();
    isAwaited = false;
  };
  const showFailure = (query: string, error: unknown): void => {
    // Existing hits stay if no more can be loaded.
    if (shown?.query !== query) {
      box.activate(undefined);
      shown = undefined;
      box.list.replaceChildren();
    }
    isAwaited = false;
    box.settle(text('failed'));
    console.error(error);
    // The index belongs to a different build, so the page is reloaded once.
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
      timer = setTimeout(() => void search(query, STEP), delay);
    },
    showMore() {
      if (!shown || box.isWaiting()) return;
      const { query, result, pages, limit } = shown;
      if (pages < countPages(result.groups)) {
        shown.pages += STEP;
        list.showAgain(result, shown.pages);
      } else if (result.shown < result.pages) {
        box.wait();
        shown.pages += STEP;
        void search(query, limit + STEP);
      }
    },
    expand(link) {
      list.expand(link);
      if (shown) list.showAgain(shown.result, shown.pages);
    },
    expect(isExpected) {
      isAwaited = isExpected;
    },
    isOfOtherIndex: () => client?.index !== text('index'),
  };
}

/** Returns the status text of a result. */
function describe(
  { groups, pages, instead = [], isOtherScript }: SearchResult,
  text: (name: SearchDatum) => string,
  lang: string,
): string {
  const fill = (name: SearchDatum, values: Record<string, string>): string =>
    text(name).replace(/\{(\w+)\}/g, (argument, key: string) => values[key] ?? argument);
  if (groups.length === 0)
    return isOtherScript ? `${text('none')}. ${fill('language', { language: nameOf(lang) })}` : text('none');
  return [...instead.map((words) => fill('instead', words)), fill('found', { count: String(pages) })].join(' ');
}

/** Returns the name of the content's language, in the language of the interface. */
function nameOf(lang: string): string {
  const shell = document.querySelector<HTMLElement>('dialog[lang]')?.lang || document.documentElement.lang;
  try {
    return new Intl.DisplayNames([shell], { type: 'language' }).of(lang) ?? lang;
  } catch {
    // An id that is not a language tag, such as `v`, has no other name.
    return lang;
  }
}
