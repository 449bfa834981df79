/** Prevents that a press of the driver reaches another element, because the page changed after the point was computed. */

/** Events of a press of the pointer. */
const EVENTS = [
  ...['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick', 'auxclick', 'contextmenu'],
] as const;

/** Watches presses in a document. */
export interface PressGuard {
  /**
   * Performs a press on an element, at a point where input reaches it.
   *
   * @returns false if it would have reached another element. Then the page has noticed nothing but the movement of the pointer
   */
  press(element: Element, point: { x: number; y: number }, perform: () => Promise<void>): Promise<boolean>;
}

/** Creates the guard. Only listeners that the page has added to the window before still notice a press that is prevented. */
export function createPressGuard(view: Window): PressGuard {
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
    async press(element, { x, y }, perform) {
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

/** Returns true if an event at an element belongs to the wanted one: it is in it or in its label. */
export function reaches(hit: Element, wanted: Element): boolean {
  if (wanted.contains(hit)) return true;
  const { labels } = wanted as HTMLInputElement;
  return labels ? [...labels].some((label) => label.contains(hit)) : false;
}
