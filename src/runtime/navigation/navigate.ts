import { movedTo } from '../../shared/moved-anchors.ts';
import type { PageData } from '../../shared/page-data.ts';
import { NAVIGATING_ATTRIBUTE, RELOADING } from '../events.ts';
import type { RouterListener } from '../router.tsx';
import type { NavigateOptions } from '../runtime.ts';
import { createBusyMark } from './busy-mark.ts';
import { createHistoryPlace, keyOfEntry } from './history-position.ts';
import type { PageDocument } from './page-document.ts';
import type { PageLoader } from './page-loader.ts';
import { createPageRequests } from './page-requests.ts';
import { showTarget } from './scroll.ts';

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
    // The address is already that of the page.
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
      const isOfBrowser = history.state === null;
      const entry = { key: keyOfEntry(), pathname, hash };
      if (position.isAt(entry)) return;
      position.saveLastScroll();
      const isNewHash = position.leaveFor(entry);
      if (!position.shows(pathname)) return void returnTo(new URL(`${pathname}${search}${hash}`, location.origin));
      const moved = isNewHash ? movedTo(options.shown().moved, hash) : undefined;
      if (moved !== undefined) return void openPage(new URL(moved, location.origin), true);
      // Only the query or the hash changed: the page is already shown.
      requests.cancel();
      // The browser created the entry for a hash, or is back at an entry from before the runtime: it scrolls.
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

/** Returns true for addresses of other hosts. The history would also read two leading slashes as another host. */
function isForeign({ origin, pathname }: URL): boolean {
  return origin !== location.origin || pathname.startsWith('//');
}

function isReloading(): boolean {
  return document.documentElement.getAttribute(NAVIGATING_ATTRIBUTE) === RELOADING;
}

/** Returns true if only the hash of a URL differs from the address, or nothing: the browser itself goes there. */
function isHashOfThisPage({ href, pathname, search }: URL): boolean {
  return href.includes('#') && pathname === location.pathname && search === location.search;
}
