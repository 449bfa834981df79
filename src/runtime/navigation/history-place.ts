import { trimSlash } from './page-loader.ts';
import { createScrollMemory } from './scroll.ts';

/** An entry of the history. */
export interface HistoryEntry {
  key: string;
  pathname: string;
  hash: string;
}

/** Where the tab stands in its history, and where each entry was scrolled to. */
export interface HistoryPlace {
  isAt: (entry: HistoryEntry) => boolean;
  /** True when the page of a path is rendered: another one is, while the page of the current entry is on its way. */
  shows: (pathname: string) => boolean;
  /** The page of the current entry is rendered. */
  setShown: () => void;
  /** Remembers where the window is. */
  saveScroll: () => void;
  /** Scrolls to where the current entry was left; false when that is not known. */
  restoreScroll: () => boolean;
  /** Leaves the current entry for another; true when that has another hash. */
  leaveFor: (entry: HistoryEntry) => boolean;
}

/** Stands at the entry of the document. */
export function createHistoryPlace(): HistoryPlace {
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
