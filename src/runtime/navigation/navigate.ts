import { movedTo } from '../../shared/moved-anchors.ts';
import type { PageData } from '../../shared/page-data.ts';
import { NAVIGATING_ATTRIBUTE, RELOADING, SLOW } from '../events.ts';
import type { RouterListener } from '../router.tsx';
import type { NavigateOptions } from '../runtime.ts';
import type { PageDocument } from './page-document.ts';
import { type PageLoader, trimSlash } from './page-loader.ts';
import { arriveAt, createScrollMemory, showTarget } from './scroll.ts';

/** Milliseconds after which loading is announced. */
const PATIENCE = 150;

type BusyMark = ReturnType<typeof createBusyMark>;

function createBusyMark(announce: (text: string) => void, busyText: () => string) {
  const root = document.documentElement;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mark = (): void => root.setAttribute(NAVIGATING_ATTRIBUTE, '');
  const unmark = (): void => {
    clearTimeout(timer);
    if (root.getAttribute(NAVIGATING_ATTRIBUTE) === SLOW) announce('');
    root.removeAttribute(NAVIGATING_ATTRIBUTE);
  };
  return {
    set(busy: boolean): void {
      unmark();
      if (!busy) return;
      mark();
      timer = setTimeout(() => {
        root.setAttribute(NAVIGATING_ATTRIBUTE, SLOW);
        announce(busyText());
      }, PATIENCE);
    },
    /** Keeps the mark, because the document still shows the previous page. */
    setReady(): void {
      unmark();
      mark();
    },
  };
}

export interface NavigationOptions {
  loader: PageLoader;
  prepare: (page: PageDocument) => Promise<() => void>;
  announce: (text: string) => void;
  titleOf: (page: PageData) => string;
  busyText: () => string;
  shown: () => PageData;
}

export interface Navigation extends RouterListener {
  navigate: (href: string, options?: NavigateOptions) => void;
  prefetch: (href: string) => void;
}

export function createNavigation(options: NavigationOptions): Navigation {
  const { loader, announce, titleOf } = options;
  const busy = createBusyMark(announce, options.busyText);
  const requests = createPageRequests(loader, options.prepare, busy);
  const position = createHistoryPlace();
  let move: Parameters<RouterListener['onReady']>[0] | undefined;
  let isFirstLocation = true;

  const push = ({ pathname, search, hash }: URL, replace: boolean): void => {
    position.saveScroll();
    move?.(`${pathname}${search}${hash}`, { replace });
    position.leaveFor({ key: keyOfEntry(), pathname, hash });
  };
  const openPage = async (url: URL, replace: boolean): Promise<void> => {
    const prepared = await requests.prepare(url);
    if (prepared === 'late') return;
    if (!prepared) return replace ? location.replace(url.href) : location.assign(url.href);
    const moved = movedTo(prepared.page.data.moved, url.hash);
    if (moved !== undefined) return openPage(new URL(moved, url), replace);
    prepared.change.fade(() => {
      // The reader navigated elsewhere in the meantime.
      if (!prepared.claim()) return;
      push(url, replace);
      prepared.show();
      position.setShown();
      position.arriveAt(url.hash);
      announce(titleOf(prepared.page.data));
    });
  };
  const returnTo = async (url: URL): Promise<void> => {
    const prepared = await requests.prepare(url);
    if (prepared === 'late') return;
    // The URL is already that of the page.
    if (!prepared) return location.reload();
    prepared.show();
    position.setShown();
    position.arriveAt(url.hash);
    position.restoreScroll();
    announce(titleOf(prepared.page.data));
  };

  return {
    navigate(href, { replace = false } = {}) {
      const url = new URL(href, location.href);
      if (!move || isForeign(url) || isReloading()) return location.assign(url.href);
      if (!position.shows(url.pathname)) return void openPage(url, replace);
      const moved = movedTo(options.shown().moved, url.hash);
      if (moved !== undefined) return void openPage(new URL(moved, url), replace);
      requests.cancel();
      if (isHashOfThisPage(url)) {
        position.saveScroll();
        showTarget(url.hash);
        return replace ? location.replace(url.href) : location.assign(url.href);
      }
      push(url, replace || url.href === location.href);
      // `pushState` dispatches no `hashchange` event, which boot needs to select the tab of the target.
      dispatchEvent(new HashChangeEvent('hashchange'));
      position.arriveAt(url.hash);
    },
    prefetch: (href) => prefetchPage(loader, href),
    onReady(router) {
      move = router;
    },
    onLocation({ pathname, search, hash }) {
      // The router reports after a render. Meanwhile, there may be a newer location, which it reports next.
      if (pathname !== location.pathname || hash !== location.hash) return;
      // The router gives a state to the entry with which it starts, even if that is newer than the runtime.
      const isOfBrowser = isFirstLocation || history.state === null;
      isFirstLocation = false;
      const entry = { key: keyOfEntry(), pathname, hash };
      if (position.isAt(entry)) return;
      position.saveLastScroll();
      const isNewHash = position.leaveFor(entry);
      if (!position.shows(pathname)) return void returnTo(new URL(`${pathname}${search}${hash}`, location.origin));
      const moved = isNewHash ? movedTo(options.shown().moved, hash) : undefined;
      if (moved !== undefined) return void openPage(new URL(moved, location.origin), true);
      // Only the query or the hash changed: the page is already shown.
      requests.cancel();
      // The browser created the entry for a hash, or is back at an entry from before the runtime, so the browser scrolls.
      if (!isOfBrowser && !position.restoreScroll() && isNewHash) position.arriveAt(hash);
    },
  };
}

function prefetchPage(loader: PageLoader, href: string): void {
  if ((navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData) return;
  const ahead = Promise.all([loader.load(new URL(href, location.href)), import('./page-change.ts')]).then(
    ([page, change]) => page && change.loadStyles(page.document),
  );
  ahead.catch(() => undefined); // A failed prefetch needs no report: the navigation itself reports what is missing.
}

/** Returns true for URLs of other hosts. The history would also interpret two leading slashes as another host. */
function isForeign({ origin, pathname }: URL): boolean {
  return origin !== location.origin || pathname.startsWith('//');
}

function isReloading(): boolean {
  return document.documentElement.getAttribute(NAVIGATING_ATTRIBUTE) === RELOADING;
}

/** Returns true if a URL has a hash and otherwise equals the current URL: the browser itself navigates there. */
function isHashOfThisPage({ href, pathname, search }: URL): boolean {
  return href.includes('#') && pathname === location.pathname && search === location.search;
}

interface HistoryEntry {
  key: string;
  pathname: string;
  hash: string;
}

function createHistoryPlace() {
  const scroll = createScrollMemory();
  let current: HistoryEntry = { key: keyOfEntry(), pathname: trimSlash(location.pathname), hash: location.hash };
  let shown = current.pathname;
  const nameOf = ({ key, pathname }: HistoryEntry): string => `${key} ${trimSlash(pathname)}`;
  return {
    isAt: (entry: HistoryEntry): boolean => nameOf(entry) === nameOf(current) && entry.hash === current.hash,
    /** While the page of the current entry loads, another page is rendered. */
    shows: (pathname: string): boolean => trimSlash(pathname) === shown,
    setShown(): void {
      shown = current.pathname;
    },
    saveScroll(): void {
      if (current.pathname === shown) scroll.save(nameOf(current), [scrollX, scrollY]);
    },
    /** Stores the scroll position before this frame, because browsers scroll to a hash before or after they report it. */
    saveLastScroll(): void {
      if (current.pathname === shown) scroll.save(nameOf(current), scroll.last());
    },
    /** Scrolls to the stored position of the current entry; returns false without a stored position. */
    restoreScroll: (): boolean => scroll.restore(nameOf(current)),
    arriveAt(hash: string): void {
      arriveAt(hash);
      scroll.note();
    },
    leaveFor({ key, pathname, hash }: HistoryEntry): boolean {
      const isNewHash = hash !== current.hash;
      current = { key, pathname: trimSlash(pathname), hash };
      return isNewHash;
    },
  };
}

/** An entry for a hash that the reader typed, or that a script set, has no router key: it receives one. */
function keyOfEntry(): string {
  const state = history.state as { key?: string } | null;
  if (state) return state.key ?? 'default';
  const key = String(Math.random());
  history.replaceState({ key }, '');
  return key;
}

interface Prepared {
  page: PageDocument;
  /** Code that changes the page, loaded with the first navigation. */
  change: typeof import('./page-change.ts');
  show: () => void;
  claim: () => boolean;
}

/** A new request replaces the previous one. */
function createPageRequests(
  loader: PageLoader,
  prepareRender: (page: PageDocument) => Promise<() => void>,
  busy: BusyMark,
) {
  let latest = 0;
  const claim = (id: number): boolean => {
    const isLatest = id === latest;
    if (isLatest) latest++;
    return isLatest;
  };
  return {
    /** Resolves to `late` if a newer request replaced this one, and to undefined if the page needs a new document. */
    async prepare(url: URL): Promise<Prepared | 'late' | undefined> {
      const id = ++latest;
      busy.set(true);
      try {
        const [page, change] = await Promise.all([loader.load(url), import('./page-change.ts')]);
        if (id !== latest) return 'late';
        if (!page) {
          busy.set(false);
          return undefined;
        }
        const [render] = await Promise.all([prepareRender(page), change.loadStyles(page.document)]);
        if (id !== latest) return 'late';
        busy.setReady();
        const show = (): void => {
          busy.set(false);
          change.changePage(page.document, render);
        };
        return { page, change, show, claim: () => claim(id) };
      } catch {
        // A style sheet or a module is missing, as after a redeploy: the new document has its own.
        if (id !== latest) return 'late';
        busy.set(false);
        return undefined;
      }
    },
    cancel(): void {
      latest++;
      busy.set(false);
    },
  };
}
