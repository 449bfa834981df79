import { readStorage, writeStorage } from '../storage.ts';

/** Key of the last path and scroll position in local storage. */
const STORED = 'cascader-docs:scroll';

/**
 * Removes the trailing slash of the address, which folder-based hosts add. After a reload or a return, such a host redirects to
 * the slash, and the browser forgets the scroll position. This function restores it.
 *
 * @returns true if there was a trailing slash, so this host's addresses have one
 */
export function removeTrailingSlash(): boolean {
  const { origin, pathname, search, hash } = location;
  const path = pathname.replace(/\/+$/, '') || '/';
  if (path === pathname) return false;
  // The origin is required: a path with two leading slashes would name another host, and the history would throw.
  history.replaceState(history.state, '', origin + path + search + hash);
  keepScroll(path);
  return true;
}

function keepScroll(path: string): void {
  const [stored, top] = (readStorage(STORED) ?? '').split('#');
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (path === stored && navigation?.type !== 'navigate') {
    const restore = (): void => scrollTo({ top: Number(top), behavior: 'instant' });
    restore();
    // After a return, Chromium scrolls to the start when the page is loaded.
    addEventListener('load', () => setTimeout(restore));
  }
  addEventListener('pagehide', () => writeStorage(STORED, `${location.pathname}#${scrollY}`));
}
