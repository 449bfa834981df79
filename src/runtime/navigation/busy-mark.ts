import { NAVIGATING_ATTRIBUTE, SLOW } from '../events.ts';

/** Milliseconds after which loading is announced. */
const PATIENCE = 150;

export type BusyMark = ReturnType<typeof createBusyMark>;

export function createBusyMark(announce: (text: string) => void, busyText: () => string) {
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
