import type { HeldEvent } from './keep-events.ts';

/** Controls that the browser itself has already changed: a second click would undo the change. */
const DONE_BY_BROWSER = 'input:is([type="checkbox"], [type="radio"], [type="file"]), select, label, summary';

/** Repeats an event that was kept before the runtime was ready: the steps of a click, or a key press. */
export function replay({ target, event }: HeldEvent): void {
  if (!target.isConnected) return;
  if (event instanceof KeyboardEvent) {
    target.dispatchEvent(new KeyboardEvent(event.type, event));
    return;
  }
  if (target.closest(DONE_BY_BROWSER)) return;
  // The browser already followed the link; only the link's listeners need the event.
  if (target.closest('a[href]')) addEventListener('click', (click) => click.preventDefault(), { once: true });
  // Many components open on mousedown. The click is dispatched as an event too, because SVG elements have no `click()`.
  for (const step of ['mousedown', 'mouseup', 'click']) target.dispatchEvent(new MouseEvent(step, event));
}
