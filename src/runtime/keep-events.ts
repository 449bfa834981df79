import { NEEDS_RUNTIME } from './events.ts';

/** What is kept. */
const KEPT = ['click', 'keydown'] as const;

/** An event that came before what it was meant for. */
export interface KeptEvent {
  type: (typeof KEPT)[number];
  target: Element;
  event: MouseEvent | KeyboardEvent;
}

/**
 * Keeps the last click or key of the visitor on an element in `scope` that needs the runtime.
 *
 * @returns function that gives what was kept, and ends the keeping
 */
export function keepEvents(scope: Document | Element): () => KeptEvent | undefined {
  let kept: KeptEvent | undefined;
  const keep = (event: Event): void => {
    const { target } = event;
    if (!event.isTrusted || !(target instanceof Element) || !target.closest(`[${NEEDS_RUNTIME}]`)) return;
    kept = { type: event.type as KeptEvent['type'], target, event: event as MouseEvent | KeyboardEvent };
  };
  for (const type of KEPT) scope.addEventListener(type, keep, true);
  return () => {
    for (const type of KEPT) scope.removeEventListener(type, keep, true);
    return kept;
  };
}
