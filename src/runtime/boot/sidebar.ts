import { RENDER_EVENT } from '../events.ts';

/**
 * Keeps the current entry of the sidebar in sight, without moving the page: when the page changes, and when the sidebar
 * opens as a drawer. What the visitor scrolled to is left alone otherwise.
 */
export function startSidebar(): void {
  let shown: Element | null = null;
  const schedule = (isOpened: boolean): void =>
    void requestAnimationFrame(() => {
      const entry = document.querySelector('[data-static="sidebar"] [aria-current="page"]');
      if (entry && (isOpened || entry !== shown)) showEntry(entry);
      shown = entry;
    });
  document.addEventListener(RENDER_EVENT, () => schedule(false));
  document.addEventListener('toggle', ({ target }) => (target as Element).matches('.sidebar') && schedule(true), true);
  schedule(false);
}

function showEntry(element: Element): void {
  const frame = element.closest('[data-static="sidebar"]')?.parentElement;
  if (!frame) return;
  const entry = element.getBoundingClientRect();
  const { top, bottom, height } = frame.getBoundingClientRect();
  if (entry.top < top || entry.bottom > bottom) frame.scrollTop += entry.top - top - height / 2;
}
