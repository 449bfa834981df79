/** How long a page may take to scroll after an input, in milliseconds. Browsers animate it. */
const PATIENCE = 400;
/** A frame is removed if the page scrolls fewer pixels than `LEAST` in `ENOUGH` inputs within `RECENT` milliseconds. */
const LEAST = 60;
const ENOUGH = 3;
const RECENT = 5000;
/** Keys that scroll a page down (1) or up (-1). */
const KEYS = new Map([
  ...['PageDown', 'ArrowDown', 'End'].map((key) => [key, 1] as const),
  ...['PageUp', 'ArrowUp', 'Home'].map((key) => [key, -1] as const),
]);
/** Elements that use these keys themselves. */
const KEY_USERS = 'input, textarea, select, [contenteditable], [role]';

export interface ScrollWatchOptions {
  frame: HTMLIFrameElement;
  /** True if the frame runs code that the reader has not written. */
  isForeign: () => boolean;
  /** Called when the page repeatedly fails to scroll on the reader's input. */
  onCapture: () => void;
}

/** Every frame may scroll itself into view, and no attribute or policy prevents that. */
export function watchScroll({ frame, isForeign, onCapture }: ScrollWatchOptions): () => void {
  /** Inputs in one direction: where the page was before them, and how many of them the page had time to follow. */
  let series = { from: scrollY, direction: 0, count: 0, start: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const judge = (event: Event): void => {
    timer = undefined;
    if (event.defaultPrevented || ++series.count < ENOUGH) return;
    const moved = (scrollY - series.from) * series.direction;
    series.direction = 0;
    if (moved < LEAST) onCapture();
  };
  const expectMove = (event: Event, direction: number): void => {
    if (timer !== undefined || !isForeign() || !isInView(frame) || !canScroll(event, direction)) return;
    const now = performance.now();
    if (series.direction !== direction || now - series.start > RECENT)
      series = { from: scrollY, direction, count: 0, start: now };
    timer = setTimeout(judge, PATIENCE, event);
  };
  const onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && Math.abs(event.deltaY) > Math.abs(event.deltaX)) expectMove(event, Math.sign(event.deltaY));
  };
  const onKey = (event: KeyboardEvent): void => {
    const direction = KEYS.get(event.key);
    const isUsed = event.target instanceof Element && event.target.matches(KEY_USERS);
    if (direction && !isUsed && !event.altKey && !event.ctrlKey && !event.metaKey) expectMove(event, direction);
  };
  const ended = new AbortController();
  const { signal } = ended;
  addEventListener('wheel', onWheel, { passive: true, signal });
  addEventListener('keydown', onKey, { signal });
  return () => {
    ended.abort();
    clearTimeout(timer);
  };
}

function isInView(frame: Element): boolean {
  const { top, bottom } = frame.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** Returns true if the page itself scrolls: it is not at its end, and no element around the target scrolls instead. */
function canScroll(event: Event, direction: number): boolean {
  const { scrollHeight } = document.documentElement;
  if (direction > 0 ? scrollY + innerHeight >= scrollHeight - 1 : scrollY <= 0) return false;
  return event.composedPath().every((target) => {
    if (!(target instanceof HTMLElement)) return true;
    const { overflowY } = getComputedStyle(target);
    if (target === document.body || target === document.documentElement) return overflowY !== 'hidden';
    return !/auto|scroll/.test(overflowY) || target.scrollHeight <= target.clientHeight;
  });
}
