import { type Point, reaches } from './locate.ts';

const EVENTS = 'pointerdown mousedown pointerup mouseup click dblclick auxclick contextmenu'.split(' ');

/** Listeners that the page added to the window earlier still notice a press that is prevented. */
export function createPressGuard(view: Window) {
  let wanted: { element: Element; hit: Element | null } | undefined;
  let hasMissed: boolean | undefined;
  const decide = (event: Event): void => {
    if (!wanted || !event.isTrusted) return;
    hasMissed ??= event.target !== wanted.hit && !reaches(event.target as Element, wanted.element);
    if (!hasMissed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of EVENTS) view.addEventListener(type, decide, { capture: true });
  return {
    /** Returns false if it would have reached another element; the page then noticed only the movement of the pointer. */
    async press(element: Element, { x, y }: Point, perform: () => Promise<void>): Promise<boolean> {
      wanted = { element, hit: view.document.elementFromPoint(x, y) };
      hasMissed = undefined;
      try {
        await perform();
        return !hasMissed;
      } finally {
        wanted = undefined;
      }
    },
  };
}
