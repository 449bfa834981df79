import { STATIC_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { RENDER_EVENT } from '../events.ts';

const SIDEBAR = `[${STATIC_ATTRIBUTE}="sidebar"]`;

/** Keeps the current entry visible without scrolling the page. Otherwise, the reader's scroll position is kept. */
export function startSidebar(): void {
  let shown: Element | null = null;
  const schedule = (isOpened: boolean): void =>
    void requestAnimationFrame(() => {
      const entry = document.querySelector(`${SIDEBAR} [aria-current="page"]`);
      if (entry && (isOpened || entry !== shown)) showEntry(entry);
      shown = entry;
    });
  document.addEventListener(RENDER_EVENT, () => schedule(false));
  // In narrow windows, the sidebar is inside a drawer.
  document.addEventListener(
    'toggle',
    ({ target }) => (target as Element).querySelector(`:scope[popover] ${SIDEBAR}`) && schedule(true),
    true,
  );
  schedule(false);
}

function showEntry(element: Element): void {
  const frame = element.closest(':popover-open') ?? element.closest(SIDEBAR)?.parentElement;
  if (!frame) return;
  const entry = element.getBoundingClientRect();
  const { top, bottom, height } = frame.getBoundingClientRect();
  if (entry.top < top || entry.bottom > bottom) frame.scrollTop += entry.top - top - height / 2;
}
