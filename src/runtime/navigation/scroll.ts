import { elementOfHash, unfold } from '../hash-target.ts';

/** Scroll positions of the history entries of this tab. */
export interface ScrollMemory {
  /** Stores the window's scroll position for a history entry. */
  save: (entry: string) => void;
  /** Scrolls to the stored position of an entry; returns false if there is none. */
  restore: (entry: string) => boolean;
  /** Returns scroll restoration to the browser. */
  dispose: () => void;
}

/** Restores scroll positions instead of the browser, while the page is open. */
export function createScrollMemory(): ScrollMemory {
  const positions = new Map<string, [number, number]>();
  const controller = new AbortController();
  const manual = (): void => {
    history.scrollRestoration = 'manual';
  };
  // After a reload, or a return from another site, the browser restores the position.
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

/** Scrolls to the element that a hash names, else to the top, as for `#` and `#top`. Returns the element. */
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
