import { NEEDS_RUNTIME, STATIC_ATTRIBUTE } from '../shared/dom-contract.ts';

/** What is kept. */
const KEPT = ['click', 'keydown'] as const;
/** A wait that is longer than this is shown, in milliseconds. */
const PATIENCE = 150;
/** What pointer and keys act upon; code and tables have the focus to be scrolled. */
export const CONTROLS = 'a[href], button, input, select, textarea, label, [tabindex="0"]:not(pre, section)';

/** An event that came before what it was meant for. */
export interface KeptEvent {
  target: Element;
  event: MouseEvent | KeyboardEvent;
}

/** Keeps what is done in `scope`; returns the function that gives it, and ends the keeping. */
export type KeepEvents = (scope: Document | Element) => () => KeptEvent | undefined;

/**
 * Keeps the last click or key of the visitor on an element in `scope` that needs the runtime. The control that was clicked
 * is marked as busy when that takes a while.
 */
export const keepEvents: KeepEvents = (scope) => {
  let kept: KeptEvent | undefined;
  let endBusy: (() => void) | undefined;
  const keep = (event: Event): void => {
    const { target } = event;
    if (!event.isTrusted || !(target instanceof Element)) return;
    // Static pieces of an interactive page need nothing.
    const place = target.closest(`[${NEEDS_RUNTIME}], [${STATIC_ATTRIBUTE}]`);
    if (!place?.hasAttribute(NEEDS_RUNTIME)) return;
    kept = { target, event: event as MouseEvent | KeyboardEvent };
    if (event.type !== 'click') return;
    endBusy?.();
    endBusy = showBusy(target.closest(CONTROLS) ?? target);
  };
  for (const type of KEPT) scope.addEventListener(type, keep, true);
  return () => {
    for (const type of KEPT) scope.removeEventListener(type, keep, true);
    endBusy?.();
    return kept;
  };
};

/**
 * Marks a control after a while, for assistive technology and for the theme: in a demo `aria-busy` is the demo's own affair.
 * React's development build would tell of the marks.
 *
 * @returns function that ends it
 */
function showBusy(control: Element): () => void {
  if (process.env.NODE_ENV !== 'production') return () => undefined;
  const mark = (isBusy: boolean): void => {
    control.ariaBusy = isBusy ? 'true' : null;
    control.toggleAttribute('data-busy', isBusy);
  };
  const timer = setTimeout(mark, PATIENCE, true);
  return () => {
    clearTimeout(timer);
    mark(false);
  };
}
