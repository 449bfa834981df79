import type { SearchDatum } from '../../../shared/dom-contract.ts';
import { createSearchClient, type SearchClient } from '../search-client.ts';
import type { ListBox } from './list-box.ts';
import { createShownResult, STEP } from './shown-result.ts';

export type Results = ReturnType<typeof createResults>;

/** Texts and URLs change with the page and the language, so they are read on each use. `open` opens the first hit. */
export function createResults(box: ListBox, text: (name: SearchDatum) => string, open: () => void) {
  const shown = createShownResult(box, text);
  let client: { index: string; own: SearchClient } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the latest search, because only the response to that search is shown. */
  let latest = 0;
  let isAwaited = false;

  const clientOf = (): SearchClient => {
    const index = text('index');
    if (client?.index !== index) {
      client?.own.close();
      client = { index, own: createSearchClient(text('worker'), index) };
    }
    return client.own;
  };
  const showNothing = (): void => {
    shown.clear();
    const id = latest;
    clientOf()
      .search('', 0)
      .then(
        ({ groups }) => {
          if (id === latest) shown.addMainPages(groups);
        },
        // The next search reports the error.
        () => undefined,
      );
  };
  const showFailure = (query: string, error: unknown): void => {
    isAwaited = false;
    shown.fail(query);
    console.error(error);
    // The index belongs to a different build, so the page is reloaded once.
    if (/status 404/.test(String(error))) window.cascaderDocsReload?.(text('index'));
  };
  const search = async (query: string, limit: number): Promise<void> => {
    const id = ++latest;
    try {
      const result = await clientOf().search(query, limit);
      if (id !== latest) return;
      shown.show(query, result, limit);
      if (isAwaited && result.groups.length > 0) open();
      isAwaited = false;
    } catch (error) {
      if (id === latest) showFailure(query, error);
    }
  };
  clientOf();
  return {
    query: shown.query,
    /** Without a query, shows recent searches and the first pages of the navigation. `delay` in milliseconds. */
    follow(query: string, delay: number): void {
      clearTimeout(timer);
      latest++;
      if (!query) {
        showNothing();
        return;
      }
      box.wait(text('loading'));
      timer = setTimeout(() => void search(query, STEP), delay);
    },
    showMore(): void {
      const missing = shown.showMore();
      if (missing) void search(missing.query, missing.limit);
    },
    expand: shown.expand,
    /** Sets whether to open the first hit as soon as there is one. */
    expect(isExpected: boolean): void {
      isAwaited = isExpected;
    },
    /** Returns true if the dialog now belongs to a page with a different index. */
    isOfOtherIndex: (): boolean => client?.index !== text('index'),
  };
}
