import type { SearchDatum } from '../../../shared/dom-contract.ts';
import { ENTER_ATTRIBUTE } from '../../events.ts';
import { createSearchClient, type SearchClient } from '../search-client.ts';
import { createListBox, type ListBox } from './list-box.ts';
import { forgetSearches, rememberSearch } from './recent.ts';
import { createShownResult, STEP } from './shown-result.ts';

/** Milliseconds without input before a search starts (fixed by the specification). */
const DELAY = 200;
/** Distance from the end of the list, in pixels, at which more hits are shown. */
const NEAR_END = 160;

/**
 * Strings and URLs are attributes of the dialog, read on each use, because they change with the page and the language.
 */
export function startSearch(dialog: HTMLDialogElement): void {
  const input = dialog.querySelector('input');
  const list = dialog.querySelector<HTMLElement>('[role="listbox"]');
  const status = dialog.querySelector<HTMLElement>('[role="status"]');
  if (!input || !list || !status) return;
  const text = (name: SearchDatum): string => dialog.dataset[name] ?? '';
  const box = createListBox(input, list, status);
  const results = createResults(box, text, () => {
    if (dialog.matches(':popover-open')) box.options()[0]?.click();
  });
  const follow = (delay: number): void => results.follow(input.value.trim(), delay);
  // Enter may have been pressed before this script was loaded.
  results.expect(dialog.hasAttribute(ENTER_ATTRIBUTE));

  followInput(input, results, follow);
  followKeys(dialog, { input, box, results, follow });
  // The input keeps the focus.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const option = (event.target as Element).closest<HTMLElement>('[role="option"]');
    if (!option) return;
    if (!option.hasAttribute('href')) {
      choose(option, { input, box, results, follow });
      return;
    }
    const query = results.query();
    if (query !== undefined) rememberSearch(query);
    // A click with a modifier key opens another tab or window: the dialog stays open.
    if (!(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) dialog.hidePopover();
  });
  // The option under a moving pointer becomes active. Scrolling the list under a resting pointer does not activate one.
  list.addEventListener('mousemove', ({ target }) => {
    const option = (target as Element).closest<HTMLElement>('[role="option"]');
    if (option && option !== box.active()) box.activate(option, { scrolls: false });
  });
  list.addEventListener('scroll', () => {
    if (list.scrollTop + list.clientHeight > list.scrollHeight - NEAR_END) results.showMore();
  });
  follow(0);
}

interface Search {
  input: HTMLInputElement;
  box: ListBox;
  results: Results;
  follow: (delay: number) => void;
}

function followInput(input: HTMLInputElement, results: Results, follow: Search['follow']): void {
  input.addEventListener('input', (event) => {
    results.expect(false);
    // A word that is being composed is incomplete; `compositionend` follows.
    if (!(event as InputEvent).isComposing) follow(DELAY);
  });
  input.addEventListener('compositionend', () => follow(DELAY));
  // Each locale has its own index, and each page its own navigation.
  input.addEventListener('focus', () => {
    if (results.isOfOtherIndex() || input.value === '') follow(0);
  });
}

function followKeys(dialog: HTMLDialogElement, { input, box, results, follow }: Search): void {
  dialog.addEventListener('keydown', (event) => {
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Tab') keepFocus(dialog, event);
    if (event.key === 'Escape' && input.value) {
      input.value = '';
      follow(0);
    } else if (event.target !== input) return;
    else if (event.key === 'ArrowDown') move(1, box, results);
    else if (event.key === 'ArrowUp') move(-1, box, results);
    else if (event.key === 'Enter' && box.isWaiting()) {
      results.expect(true);
      follow(0);
    } else if (event.key === 'Enter') box.active()?.click();
    else return;
    event.preventDefault();
  });
}

function move(step: 1 | -1, box: ListBox, results: Results): void {
  const all = box.options();
  if (all.length === 0) return;
  const current = box.active();
  const index = current ? all.indexOf(current) : -1;
  if (step === 1 && index >= all.length - 2) results.showMore();
  const now = box.options();
  box.activate(now[index < 0 && step === -1 ? now.length - 1 : (index + step + now.length) % now.length]);
}

/** Handles an option that is not a link: a search, more hits of a page, or the option that deletes recent searches. */
function choose(option: HTMLElement, { input, results, follow }: Search): void {
  const { query, forget, more } = option.dataset;
  if (query !== undefined) input.value = query;
  if (forget !== undefined) forgetSearches();
  if (more === undefined) follow(0);
  else results.expand(more);
  input.focus();
}

/**
 * A modal dialog makes the rest of the page inert: the browser would recompute the style of every element before it
 * opens.
 */
function keepFocus(dialog: HTMLElement, event: KeyboardEvent): void {
  const all = [...dialog.querySelectorAll<HTMLElement>('input, button, a[href]:not([tabindex])')];
  // The foot is hidden in short windows.
  const stops = all.filter((stop) => stop.checkVisibility());
  const [first, last] = [stops[0], stops.at(-1)];
  const [edge, next] = event.shiftKey ? [first, last] : [last, first];
  const active = document.activeElement;
  if (active !== edge && active !== dialog) return;
  event.preventDefault();
  next?.focus();
}

type Results = ReturnType<typeof createResults>;

/** Texts and URLs change with the page and the language, so they are read on each use. `open` opens the first hit. */
function createResults(box: ListBox, text: (name: SearchDatum) => string, open: () => void) {
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
      if (!result || id !== latest) return;
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
    /** Without a query, shows recent searches and the page's navigation. `delay` in milliseconds. */
    follow(query: string, delay: number): void {
      clearTimeout(timer);
      latest++;
      if (!query) {
        clientOf();
        shown.clear();
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
