import { DEMO_ATTRIBUTE, DEMO_ROOT_ATTRIBUTE } from '../shared/dom-contract.ts';
import { ROOT_ID } from '../shared/page-data.ts';
import { type HeldEvent, KEPT } from './keep-events.ts';

/** Controls that the browser itself has already changed: a second click would undo the change. */
const DONE_BY_BROWSER = 'input:is([type="checkbox"], [type="radio"], [type="file"]), select, label, summary';

const ROOTS = `#${ROOT_ID}, [${DEMO_ATTRIBUTE}], [${DEMO_ROOT_ATTRIBUTE}]`;
/** Set on an event that React has handled. */
const HANDLED = Symbol('handled');

/** Call it when React already listens: React then stops the propagation of events that it cannot handle yet. */
export function noteHandled(container: Element): void {
  for (const type of KEPT) container.addEventListener(type, note, true);
}

function note(event: Event): void {
  const { target, currentTarget, cancelBubble: isStopped } = event;
  if (isStopped || !(target instanceof Element) || target.closest(ROOTS) !== currentTarget) return;
  Object.assign(event, { [HANDLED]: true });
}

/** Replays an event that was recorded before the runtime was ready: the steps of a click, or a key press. */
export function replay({ target, event }: HeldEvent): void {
  if (!target.isConnected || HANDLED in event) return;
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
