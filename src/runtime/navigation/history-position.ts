import { trimSlash } from './page-loader.ts';
import { createScrollMemory } from './scroll.ts';

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
  /** Scrolls to the stored position of the current entry; returns false if there is none. */
  restoreScroll: () => boolean;
  /** Moves from the current entry to another; returns true if their hashes differ. */
  leaveFor: (entry: HistoryEntry) => boolean;
}

/** Creates the position at the entry of the document. */
export function createHistoryPlace(): HistoryPosition {
  const scroll = createScrollMemory();
  let current: HistoryEntry = { key: 'default', pathname: trimSlash(location.pathname), hash: location.hash };
  let shown = current.pathname;
  const nameOf = ({ key, pathname }: HistoryEntry): string => `${key} ${trimSlash(pathname)}`;
  return {
    isAt: (entry) => nameOf(entry) === nameOf(current) && entry.hash === current.hash,
    shows: (pathname) => trimSlash(pathname) === shown,
    setShown() {
      shown = current.pathname;
    },
    saveScroll() {
      if (current.pathname === shown) scroll.save(nameOf(current));
    },
    restoreScroll: () => scroll.restore(nameOf(current)),
    leaveFor({ key, pathname, hash }) {
      const isNewHash = hash !== current.hash;
      current = { key, pathname: trimSlash(pathname), hash };
      return isNewHash;
    },
  };
}
