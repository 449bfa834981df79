import { NAVIGATING_ATTRIBUTE, SLOW } from '../events.ts';

/** A page that takes longer is told to be on its way, in milliseconds. */
const PATIENCE = 150;

/** Marks the document while a page is on its way. */
export interface BusyMark {
  set: (busy: boolean) => void;
  /** The page is there, and about to be shown: who looks for the page of the address now would find the one before. */
  setReady: () => void;
}

/**
 * Creates the mark.
 *
 * @param announce tells that a page takes a while to those who cannot see it
 */
export function createBusyMark(announce: (text: string) => void, busyText: () => string): BusyMark {
  const root = document.documentElement;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mark = (): void => root.setAttribute(NAVIGATING_ATTRIBUTE, '');
  const unmark = (): void => {
    clearTimeout(timer);
    if (root.getAttribute(NAVIGATING_ATTRIBUTE) === SLOW) announce('');
    root.removeAttribute(NAVIGATING_ATTRIBUTE);
  };
  return {
    set(busy) {
      unmark();
      if (!busy) return;
      mark();
      timer = setTimeout(() => {
        root.setAttribute(NAVIGATING_ATTRIBUTE, SLOW);
        announce(busyText());
      }, PATIENCE);
    },
    setReady() {
      unmark();
      mark();
    },
  };
}
