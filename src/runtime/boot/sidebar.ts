import { RENDER_EVENT } from '../events.ts';

/** Keeps the current entry of the sidebar in sight, without moving the page; also when the sidebar opens as a drawer. */
export function startSidebar(): void {
  const schedule = (): void => void requestAnimationFrame(showCurrent);
  document.addEventListener(RENDER_EVENT, schedule);
  document.addEventListener('toggle', schedule, true);
  schedule();
}

function showCurrent(): void {
  const piece = document.querySelector('[data-static="sidebar"]');
  const entry = piece?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  const frame = piece?.parentElement;
  if (!entry || !frame) return;
  const { top, bottom, height } = frame.getBoundingClientRect();
  if (entry.top < top || entry.bottom > bottom) frame.scrollTop += entry.top - top - height / 2;
}
