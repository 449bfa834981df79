import type { KeptEvent } from './keep-events.ts';

/** Controls that the browser itself has already changed: a second click would change them back. */
const DONE_BY_BROWSER = 'input:is([type="checkbox"], [type="radio"], [type="file"]), select, label, summary';

/** Does again what was done before the runtime came: the steps of a click, or a key. */
export function replay({ target, event }: KeptEvent): void {
  if (!target.isConnected) return;
  if (event instanceof KeyboardEvent) {
    target.dispatchEvent(new KeyboardEvent(event.type, event));
    return;
  }
  if (target.closest(DONE_BY_BROWSER)) return;
  // A link was followed the first time; only what listens to it is told again.
  if (target.closest('a[href]')) addEventListener('click', (click) => click.preventDefault(), { once: true });
  // Many components open on mousedown. The last step is dispatched too: SVG elements have no `click()`.
  for (const step of ['mousedown', 'mouseup', 'click']) target.dispatchEvent(new MouseEvent(step, event));
}
