import { elementOfHash, unfold } from '../hash-target.ts';

type Position = [left: number, top: number];

/** Takes over the restoration of scroll positions from the browser, while the page is open. */
export function createScrollMemory() {
  const positions = new Map<string, Position>();
  let last: Position = [scrollX, scrollY];
  const controller = new AbortController();
  const manual = (): void => {
    history.scrollRestoration = 'manual';
  };
  // After a reload, or a return from another site, the browser restores the position.
  const auto = (): void => {
    history.scrollRestoration = 'auto';
  };
  manual();
  const note = (): void => {
    last = [scrollX, scrollY];
  };
  addEventListener('scroll', note, { signal: controller.signal, passive: true });
  addEventListener('pagehide', auto, { signal: controller.signal });
  addEventListener('pageshow', manual, { signal: controller.signal });
  return {
    save: (entry: string, position: Position): void => void positions.set(entry, position),
    last: (): Position => last,
    /** Records the window's scroll position. The window reports only positions that it has painted. */
    note,
    restore(entry: string): boolean {
      const position = positions.get(entry);
      if (position) scrollInstantly(...position);
      note();
      return position !== undefined;
    },
    dispose(): void {
      controller.abort();
      auto();
    },
  };
}

/** Focuses the heading or the target of the hash. The browser scrolls, because a script cannot set where the Tab key continues. */
export function arriveAt(hash: string): void {
  focusStart(hash);
  scrollInstantly(0, 0);
  const target = showTarget(hash);
  if (hash === '') return;
  const { state } = history;
  location.replace(hash);
  history.replaceState(state, '');
  // The browser does not know the target of an edited demo.
  if (hash.startsWith('#edit=')) target?.scrollIntoView();
}

export function showTarget(hash: string): Element | undefined {
  const target = elementOfHash(hash);
  unfold(target);
  return target;
}

/** Moves the focus to the heading of the page, which screen readers then read. If a hash follows, focuses the start of the document. */
function focusStart(hash: string): void {
  const { body } = document;
  const start = (hash === '' && document.querySelector<HTMLElement>('main h1')) || body;
  start.tabIndex = -1;
  start.focus({ preventScroll: true });
  body.removeAttribute('tabindex');
}

function scrollInstantly(left: number, top: number): void {
  scrollTo({ left, top, behavior: 'instant' });
}
