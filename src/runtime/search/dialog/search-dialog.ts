import { ENTER_ATTRIBUTE } from '../../events.ts';
import type { SearchResult } from '../protocol.ts';
import { createSearchClient, type SearchClient } from '../search-client.ts';
import { appendHits, showRecent } from './options.ts';
import { forgetSearches, recentSearches, rememberSearch } from './recent.ts';

/** Milliseconds of quiet before a search begins (fixed by the specification). */
const DELAY = 200;
/** Hits and pages that are shown at first, and that each further step adds. */
const STEP = { hits: 30, pages: 8 };
/** Pixels above the end of the list at which more is shown. */
const NEAR_END = 160;

/**
 * Brings the search dialog to life: a combobox over a list of hits. What was typed before is searched for at once.
 * Texts and addresses are attributes of the dialog, read anew each time: they change with the page and the language.
 */
export function startSearch(dialog: HTMLDialogElement): void {
  const input = dialog.querySelector('input');
  const list = dialog.querySelector<HTMLElement>('[role="listbox"]');
  const status = dialog.querySelector<HTMLElement>('[role="status"]');
  if (!input || !list || !status) return;
  const text = (name: string): string => dialog.dataset[name] ?? '';
  let clients: { index: string; client: SearchClient } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the latest search: only its answer is shown. */
  let latest = 0;
  /** Enter was pressed before there was an answer. */
  let isAwaited = dialog.hasAttribute(ENTER_ATTRIBUTE);
  let shown: { query: string; result: SearchResult; hits: number; limit: number } | undefined;

  const clientOf = (): SearchClient => {
    const index = text('index');
    if (clients?.index !== index) {
      clients?.client.close();
      clients = { index, client: createSearchClient(text('worker'), index) };
    }
    return clients.client;
  };
  const options = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role="option"]')];
  const active = (): HTMLElement | null => list.querySelector('[aria-selected="true"]');
  const activate = (option: HTMLElement | undefined): void => {
    active()?.setAttribute('aria-selected', 'false');
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
  };
  const settle = (message: string): void => {
    list.removeAttribute('aria-busy');
    status.textContent = message;
    const isExpanded = list.childElementCount > 0;
    list.hidden = !isExpanded;
    input.setAttribute('aria-expanded', String(isExpanded));
  };
  const showNothing = (): void => {
    shown = undefined;
    activate(undefined);
    showRecent(list, recentSearches(), { title: text('recent'), forget: text('forget') });
    settle('');
    const id = latest;
    clientOf()
      .search('', 0)
      .then(
        ({ groups }) => {
          if (id !== latest) return;
          appendHits(list, groups, 0, Number.POSITIVE_INFINITY);
          settle('');
        },
        // Told when something is searched for.
        () => undefined,
      );
  };
  const showResult = (query: string, result: SearchResult, limit: number): void => {
    const isMore = shown?.query === query;
    const hits = isMore && shown ? shown.hits : STEP.hits;
    const place = active()?.id;
    list.replaceChildren();
    appendHits(list, result.groups, 0, hits);
    shown = { query, result, hits, limit };
    activate(place === undefined || !isMore ? undefined : options().find(({ id }) => id === place));
    if (!isMore) list.scrollTop = 0;
    settle(describe(result));
    if (isAwaited && dialog.matches(':popover-open')) options()[0]?.click();
    isAwaited = false;
  };
  const describe = ({ groups, pages, instead = [] }: SearchResult): string => {
    if (groups.length === 0) return text('none');
    const fill = (name: string, values: Record<string, string>): string =>
      text(name).replace(/\{(\w+)\}/g, (argument, key: string) => values[key] ?? argument);
    return [...instead.map((words) => fill('instead', words)), fill('found', { count: String(pages) })].join(' ');
  };
  const search = async (query: string, limit: number): Promise<void> => {
    const id = ++latest;
    try {
      const result = await clientOf().search(query, limit);
      if (id === latest) showResult(query, result, limit);
    } catch (error) {
      if (id !== latest) return;
      // Hits that are there stay when no more of them can be had.
      if (shown?.query !== query) {
        activate(undefined);
        shown = undefined;
        list.replaceChildren();
      }
      isAwaited = false;
      settle(text('failed'));
      console.error(error);
      // The index of another build: the page is loaded anew, once.
      if (/status 404/.test(String(error))) window.cascaderDocsReload?.(text('index'));
    }
  };
  /** Begins a search for what stands in the input, once nothing more is typed. */
  const follow = (delay: number): void => {
    clearTimeout(timer);
    latest++;
    const query = input.value.trim();
    if (!query) {
      showNothing();
      return;
    }
    list.setAttribute('aria-busy', 'true');
    status.textContent = text('loading');
    timer = setTimeout(() => void search(query, STEP.pages), delay);
  };
  const showMore = (): void => {
    if (!shown || list.hasAttribute('aria-busy')) return;
    const { query, result, hits, limit } = shown;
    const total = result.groups.reduce((sum, { hints }) => sum + hints.length, 0);
    if (hits < total) {
      shown.hits += STEP.hits;
      appendHits(list, result.groups, hits, shown.hits);
    } else if (result.shown < result.pages) {
      list.setAttribute('aria-busy', 'true');
      shown.hits += STEP.hits;
      void search(query, limit + STEP.pages);
    }
  };
  const choose = (option: HTMLElement): void => {
    const { query, forget } = option.dataset;
    if (query !== undefined) {
      input.value = query;
      follow(0);
    } else if (forget !== undefined) {
      forgetSearches();
      showNothing();
    }
    input.focus();
  };
  const move = (step: 1 | -1): void => {
    const all = options();
    if (all.length === 0) return;
    const current = active();
    const index = current ? all.indexOf(current) : -1;
    if (step === 1 && index >= all.length - 2) showMore();
    const now = options();
    activate(now[index < 0 && step === -1 ? now.length - 1 : (index + step + now.length) % now.length]);
  };

  input.addEventListener('input', (event) => {
    // A word that is being composed is no word yet; `compositionend` follows.
    isAwaited = false;
    if (!(event as InputEvent).isComposing) follow(DELAY);
  });
  // A page of another locale has an index of its own.
  input.addEventListener('focus', () => {
    if (clients?.index !== text('index')) follow(0);
  });
  input.addEventListener('compositionend', () => follow(DELAY));
  dialog.addEventListener('keydown', (event) => {
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Tab') keepFocus(dialog, event);
    if (event.key === 'Escape' && input.value) {
      input.value = '';
      follow(0);
    } else if (event.target !== input) return;
    else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && list.hasAttribute('aria-busy')) {
      isAwaited = true;
      follow(0);
    } else if (event.key === 'Enter') (active() ?? (input.value ? options()[0] : undefined))?.click();
    else return;
    event.preventDefault();
  });
  // The input keeps the focus.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const option = (event.target as Element).closest<HTMLElement>('[role="option"]');
    if (!option) return;
    if (!option.hasAttribute('href')) return choose(option);
    if (shown) rememberSearch(shown.query);
    // A click with a modifier key opens another tab or window: the search goes on here.
    if (!(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) dialog.hidePopover();
  });
  list.addEventListener('scroll', () => {
    if (list.scrollTop + list.clientHeight > list.scrollHeight - NEAR_END) showMore();
  });
  clientOf();
  follow(0);
}

/**
 * Keeps Tab within the open dialog. A modal one would do it by itself, but it makes the rest of the page inert, for which a
 * browser computes the style of every element anew: two thirds of the time from the key to the open dialog.
 */
function keepFocus(dialog: HTMLElement, event: KeyboardEvent): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>('input, button, a[href]:not([tabindex])')];
  const [first, last] = [stops[0], stops.at(-1)];
  const [edge, next] = event.shiftKey ? [first, last] : [last, first];
  const active = document.activeElement;
  if (active !== edge && active !== dialog) return;
  event.preventDefault();
  next?.focus();
}
