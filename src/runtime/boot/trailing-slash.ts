import { readStorage, writeStorage } from '../storage.ts';

const STORED = 'cascader-docs:scroll';

/**
 * Removes the slash that folder-based hosts add, and restores the scroll position, which browsers then forget on
 * reload.
 */
export function removeTrailingSlash(): boolean {
  const { origin, pathname, search, hash } = location;
  const path = pathname.replace(/\/+$/, '') || '/';
  if (path === pathname) return false;
  // The origin is required: a path with two leading slashes would refer to another host, and `replaceState` would throw.
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
    // When the reader returns to the page, Chromium scrolls to the top after it is loaded.
    addEventListener('load', () => setTimeout(restore));
  }
  addEventListener('pagehide', () => writeStorage(STORED, `${location.pathname}#${scrollY}`));
}
