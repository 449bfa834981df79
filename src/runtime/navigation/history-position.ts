import { trimSlash } from './page-loader.ts';
import { arriveAt, createScrollMemory } from './scroll.ts';

export interface HistoryEntry {
  key: string;
  pathname: string;
  hash: string;
}

export type HistoryPosition = ReturnType<typeof createHistoryPlace>;

export function createHistoryPlace() {
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
    /** Stores the scroll position before this frame, because browsers scroll to a hash before they report it, or after. */
    saveLastScroll(): void {
      if (current.pathname === shown) scroll.save(nameOf(current), scroll.last());
    },
    /** Scrolls to the stored position of the current entry; returns false if there is none. */
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

/** The entry of a hash that the reader typed, or a script set, has no key of the router: it receives one. */
export function keyOfEntry(): string {
  const state = history.state as { key?: string } | null;
  if (state) return state.key ?? 'default';
  const key = String(Math.random());
  history.replaceState({ key }, '');
  return key;
}
