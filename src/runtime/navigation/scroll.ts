import { elementOfHash, unfold } from '../hash-target.ts';

/** Scroll positions of the history entries of this tab. */
export interface ScrollMemory {
  /** Remembers where the window is, for a history entry. */
  save: (entry: string) => void;
  /** Scrolls to where the entry was left; false when that is not known. */
  restore: (entry: string) => boolean;
  /** Gives scrolling back to the browser. */
  dispose: () => void;
}

/** Takes the restoring of positions over from the browser, as long as the page lives. */
export function createScrollMemory(): ScrollMemory {
  const positions = new Map<string, [number, number]>();
  const controller = new AbortController();
  const manual = (): void => {
    history.scrollRestoration = 'manual';
  };
  // A reload, or a return from another site, is the browser's again.
  const auto = (): void => {
    history.scrollRestoration = 'auto';
  };
  manual();
  addEventListener('pagehide', auto, { signal: controller.signal });
  addEventListener('pageshow', manual, { signal: controller.signal });
  return {
    save: (entry) => void positions.set(entry, [scrollX, scrollY]),
    restore(entry) {
      const position = positions.get(entry);
      if (position) scrollInstantly(...position);
      return position !== undefined;
    },
    dispose() {
      controller.abort();
      auto();
    },
  };
}

/** Scrolls to the element that a hash names, else to the top; `#` and `#top` are the top. Gives the element. */
export function scrollToHash(hash: string): Element | undefined {
  const target = elementOfHash(hash);
  unfold(target);
  if (target) target.scrollIntoView();
  else scrollInstantly(0, 0);
  return target;
}

function scrollInstantly(left: number, top: number): void {
  scrollTo({ left, top, behavior: 'instant' });
}
