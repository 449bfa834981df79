import { trimSlash } from './page-loader.ts';
import { arriveAt, createScrollMemory } from './scroll.ts';

/** An entry of the history. */
export interface HistoryEntry {
  key: string;
  pathname: string;
  hash: string;
}

/** The tab's position in its history, and the scroll position of each entry. */
export interface HistoryPosition {
  isAt: (entry: HistoryEntry) => boolean;
  /** Returns true if the page of a path is rendered. While the page of the current entry loads, another page is rendered. */
  shows: (pathname: string) => boolean;
  /** Records that the page of the current entry is rendered. */
  setShown: () => void;
  /** Stores the window's scroll position. */
  saveScroll: () => void;
  /** Stores the scroll position before this frame, because browsers scroll to a hash before they report it, or after. */
  saveLastScroll: () => void;
  /** Scrolls to the stored position of the current entry; returns false if there is none. */
  restoreScroll: () => boolean;
  /** Moves scroll position and focus to the target of a hash, or to the start of the page. */
  arriveAt: (hash: string) => void;
  /** Moves from the current entry to another; returns true if their hashes differ. */
  leaveFor: (entry: HistoryEntry) => boolean;
}

/** Creates the position at the entry of the document. */
export function createHistoryPlace(): HistoryPosition {
  const scroll = createScrollMemory();
  let current: HistoryEntry = { key: keyOfEntry(), pathname: trimSlash(location.pathname), hash: location.hash };
  let shown = current.pathname;
  const nameOf = ({ key, pathname }: HistoryEntry): string => `${key} ${trimSlash(pathname)}`;
  return {
    isAt: (entry) => nameOf(entry) === nameOf(current) && entry.hash === current.hash,
    shows: (pathname) => trimSlash(pathname) === shown,
    setShown() {
      shown = current.pathname;
    },
    saveScroll() {
      if (current.pathname === shown) scroll.save(nameOf(current), [scrollX, scrollY]);
    },
    saveLastScroll() {
      if (current.pathname === shown) scroll.save(nameOf(current), scroll.last());
    },
    restoreScroll: () => scroll.restore(nameOf(current)),
    arriveAt(hash) {
      arriveAt(hash);
      scroll.note();
    },
    leaveFor({ key, pathname, hash }) {
      const isNewHash = hash !== current.hash;
      current = { key, pathname: trimSlash(pathname), hash };
      return isNewHash;
    },
  };
}

/**
 * Returns the router's key of the current history entry. The entry of a hash that the reader typed, or a script set,
 * has none. It receives one, so that it is known when the reader returns to it.
 */
export function keyOfEntry(): string {
  const state = history.state as { key?: string } | null;
  if (state) return state.key ?? 'default';
  const key = String(Math.random());
  history.replaceState({ key }, '');
  return key;
}
