import type { PageData } from '../../shared/page-data.ts';
import { NAVIGATING_ATTRIBUTE, RELOADING, SLOW } from '../events.ts';
import type { RouterListener } from '../router.tsx';
import type { NavigateOptions } from '../runtime.ts';
import type { PageDocument } from './page-document.ts';
import { type PageLoader, trimSlash } from './page-loader.ts';
import { createScrollMemory, scrollToHash } from './scroll.ts';

export interface NavigationOptions {
  loader: PageLoader;
  /** Loads what a page needs to be rendered; the function that it gives renders it at once. */
  prepare: (page: PageDocument) => Promise<() => void>;
  /** Tells a new page, and that it takes a while, to those who cannot see it. */
  announce: (text: string) => void;
  /** What is told of a page that is there. */
  titleOf: (page: PageData) => string;
  /** What is told when it takes a while. */
  busyText: () => string;
}

/** Moves between the pages of the site without a new document. */
export interface Navigation extends RouterListener {
  navigate: (href: string, options?: NavigateOptions) => void;
  prefetch: (href: string) => void;
}

/** A page that takes longer is told to be on its way, in milliseconds. */
const PATIENCE = 150;

/** Creates the one owner of navigation. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: what is shown, what is asked for and where the history stands belong together
export function createNavigation(options: NavigationOptions): Navigation {
  const { loader, prepare: prepareRender, announce, titleOf, busyText } = options;
  const scroll = createScrollMemory();
  const root = document.documentElement;
  /** Number of the latest request: only its answer counts. */
  let latest = 0;
  let move: Parameters<RouterListener['onReady']>[0] | undefined;
  /** The history entry that the address bar stands on. */
  let entry = { key: 'default', pathname: trimSlash(location.pathname), hash: location.hash };
  /** Path of the page that is rendered: another one while the page of an entry is on its way. */
  let rendered = entry.pathname;

  const nameOf = ({ key, pathname }: typeof entry): string => `${key} ${pathname}`;
  /** Leaves the current entry for another. */
  const leaveFor = ({ key, pathname, hash }: typeof entry): void => {
    entry = { key, pathname: trimSlash(pathname), hash };
  };
  const saveScroll = (): void => {
    if (entry.pathname === rendered) scroll.save(nameOf(entry));
  };
  const cancel = (): void => {
    latest++;
    setBusy(false);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const setBusy = (busy: boolean): void => {
    clearTimeout(timer);
    if (root.getAttribute(NAVIGATING_ATTRIBUTE) === SLOW) announce('');
    root.removeAttribute(NAVIGATING_ATTRIBUTE);
    if (!busy) return;
    root.setAttribute(NAVIGATING_ATTRIBUTE, '');
    timer = setTimeout(() => {
      root.setAttribute(NAVIGATING_ATTRIBUTE, SLOW);
      announce(busyText());
    }, PATIENCE);
  };
  /** The page is there, and about to be shown: who looks for the page of the address now would find the one before. */
  const setReady = (): void => {
    setBusy(false);
    root.setAttribute(NAVIGATING_ATTRIBUTE, '');
  };
  /** Loads a page with all it needs; undefined when only a new document helps. It is on its way until it is shown. */
  const prepare = async (url: URL): Promise<Prepared | 'late' | undefined> => {
    const id = ++latest;
    setBusy(true);
    try {
      const [page, change] = await Promise.all([loader.load(url), import('./page-change.ts')]);
      if (id !== latest) return 'late';
      if (!page) {
        setBusy(false);
        return undefined;
      }
      const [render] = await Promise.all([prepareRender(page), change.loadStyles(page.document)]);
      if (id !== latest) return 'late';
      setReady();
      return { page, change, render };
    } catch {
      // A style sheet or a module is missing, as after a redeploy: the new document brings its own.
      if (id !== latest) return 'late';
      setBusy(false);
      return undefined;
    }
  };
  const show = ({ page, change, render }: Prepared): void => {
    setBusy(false);
    change.changePage(page.document, render);
    rendered = entry.pathname;
  };
  const push = (url: URL, replace: boolean): void => {
    saveScroll();
    move?.(`${url.pathname}${url.search}${url.hash}`, { replace });
    leaveFor({ key: currentKey(), pathname: url.pathname, hash: url.hash });
  };
  const openPage = async (url: URL, replace: boolean): Promise<void> => {
    const prepared = await prepare(url);
    if (prepared === 'late') return;
    if (!prepared) return replace ? location.replace(url.href) : location.assign(url.href);
    const id = latest;
    prepared.change.fade(() => {
      // The visitor went elsewhere in the moment before.
      if (id !== latest) return;
      latest++;
      push(url, replace);
      show(prepared);
      focusElement(scrollToHash(url.hash) ?? heading());
      announce(titleOf(prepared.page.data));
    });
  };
  const returnTo = async (url: URL): Promise<void> => {
    const prepared = await prepare(url);
    if (prepared === 'late') return;
    // The address is already that of the page.
    if (!prepared) return location.reload();
    show(prepared);
    focusElement(heading());
    if (!scroll.restore(nameOf(entry))) scrollToHash(url.hash);
    announce(titleOf(prepared.page.data));
  };

  return {
    navigate(href, { replace = false } = {}) {
      const url = new URL(href, location.href);
      // Two slashes at the start would be another host's address for the history.
      const isForeign = url.origin !== location.origin || url.pathname.startsWith('//');
      if (!move || isForeign || root.getAttribute(NAVIGATING_ATTRIBUTE) === RELOADING) return location.assign(url.href);
      if (trimSlash(url.pathname) !== rendered) return void openPage(url, replace);
      cancel();
      push(url, replace || url.href === location.href);
      // The history tells nobody of a new hash: boot shows the tab that it points into.
      dispatchEvent(new HashChangeEvent('hashchange'));
      focusElement(scrollToHash(url.hash));
    },
    prefetch(href) {
      if ((navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData) return;
      const ahead = Promise.all([loader.load(new URL(href, location.href)), import('./page-change.ts')]).then(
        ([page, change]) => page && change.loadStyles(page.document),
      );
      ahead.catch(() => undefined); // Nobody asked for it yet: the navigation itself tells what is missing.
    },
    onReady(router) {
      move = router;
    },
    onLocation({ key, pathname, search, hash }) {
      const next = { key, pathname: trimSlash(pathname), hash };
      if (nameOf(next) === nameOf(entry) && hash === entry.hash) return;
      const isNewHash = hash !== entry.hash;
      saveScroll();
      leaveFor(next);
      if (next.pathname !== rendered) return void returnTo(new URL(`${pathname}${search}${hash}`, location.origin));
      // Only the query or the hash changed: the page is here.
      cancel();
      if (!scroll.restore(nameOf(entry)) && isNewHash) scrollToHash(hash);
    },
  };
}

/** A page with its styles and modules loaded, and the function that renders it. */
interface Prepared {
  page: PageDocument;
  /** What a change of page takes beside rendering: loaded with the first page that is gone to. */
  change: typeof import('./page-change.ts');
  render: () => void;
}

/** Key of the current history entry, as the router counts them. */
function currentKey(): string {
  return (history.state as { key?: string } | null)?.key ?? 'default';
}

/** Where the keyboard goes on after a new page. */
function heading(): Element | undefined {
  const main = document.querySelector('main');
  return main?.querySelector('h1') ?? main ?? undefined;
}

/** Moves the focus to an element that need not be focusable, without scrolling. */
function focusElement(element: Element | undefined): void {
  if (!(element instanceof HTMLElement)) return;
  element.focus({ preventScroll: true });
  if (document.activeElement === element) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
