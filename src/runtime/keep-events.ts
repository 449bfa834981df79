import { NEEDS_RUNTIME, STATIC_ATTRIBUTE } from '../shared/dom-contract.ts';

export const KEPT = ['click', 'keydown'] as const;
/** Milliseconds after which a control shows that it is waiting. */
const PATIENCE = 150;
/** Controls that react to pointer and keys. Code and tables are excluded: they are focusable only for scrolling. */
export const CONTROLS = 'a[href], button, input, select, textarea, label, [tabindex="0"]:not(pre, section)';

export interface HeldEvent {
  target: Element;
  event: MouseEvent | KeyboardEvent;
}

/** The returned function stops recording and returns the last recorded event. */
export type KeepEvents = (scope: Document | Element) => () => HeldEvent | undefined;

/**
 * Records the last click or key press on an element that needs the runtime. Marks a control as busy if the wait takes
 * long.
 */
export const keepEvents: KeepEvents = (scope) => {
  let held: HeldEvent | undefined;
  let endBusy: (() => void) | undefined;
  const keep = (event: Event): void => {
    const { target } = event;
    if (!event.isTrusted || !(target instanceof Element)) return;
    // Static pieces of an interactive page do not need the runtime.
    const element = target.closest(`[${NEEDS_RUNTIME}], [${STATIC_ATTRIBUTE}]`);
    if (!element?.hasAttribute(NEEDS_RUNTIME)) return;
    held = { target, event: event as MouseEvent | KeyboardEvent };
    if (event.type !== 'click') return;
    endBusy?.();
    endBusy = showBusy(target.closest(CONTROLS) ?? target);
  };
  for (const type of KEPT) scope.addEventListener(type, keep, true);
  return () => {
    for (const type of KEPT) scope.removeEventListener(type, keep, true);
    endBusy?.();
    return held;
  };
};

/**
 * `aria-busy` for assistive technology, `data-busy` for the theme. Not in `dev`: React would warn about the attributes.
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
