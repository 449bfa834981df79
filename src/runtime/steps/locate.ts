import { isDisabled, isVisible } from './element-facts.ts';
import { StepError } from './step-error.ts';
import type { KnownTarget } from './targets.ts';
import { delay, type WaitOptions, waitFor } from './wait-for.ts';

/** Milliseconds between two measurements of a box. */
const FRAME = 16;

/** A point of the viewport in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** Finds the element of a target. Throws a StepError that describes what was found instead. */
export async function locate(target: KnownTarget, options: WaitOptions): Promise<Element> {
  const found = await waitFor(() => {
    const elements = target.elements();
    return elements.length === 1 ? elements[0] : undefined;
  }, options);
  if (found) return found;
  throw notFound(target);
}

export function notFound(target: KnownTarget): StepError {
  const { text } = target;
  const found = target.elements();
  if (found.length > 1)
    return new StepError(`${text} matches ${found.length} elements`, { expected: 'one element', found });
  const hidden = target.all();
  const [element] = hidden;
  return element
    ? new StepError(`${text} matches only elements that are hidden`, {
        expected: 'a visible element',
        found: hidden,
        element,
      })
    : new StepError(`${text} matches nothing`, { missing: target });
}

/** Input with rules of its own: a field with the focus may be covered, and the pointer may move to a disabled element. */
export type Gesture = 'type' | 'hover';

/** Waits until the element is enabled, rests and is not covered. Throws a StepError. */
export async function reach(
  target: KnownTarget,
  element: Element,
  { gesture, ...options }: WaitOptions & { gesture?: Gesture | undefined },
): Promise<Point> {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  let obstacle = '';
  let cover: Element | undefined;
  let last = '';
  const point = await waitFor(() => {
    const box = element.getBoundingClientRect();
    const at = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const now = [box.left, box.top, box.width, box.height].join();
    const isResting = now === last;
    last = now;
    cover = undefined;
    if (!isVisible(element)) obstacle = 'it disappeared';
    else if (gesture !== 'hover' && isDisabled(element)) obstacle = 'it is disabled';
    else if (!isResting) obstacle = 'it moves';
    else if (gesture === 'type' && element === element.ownerDocument.activeElement) obstacle = '';
    else [obstacle = '', cover] = obstacleAt(element, at);
    return obstacle === '' ? at : undefined;
  }, options);
  if (point) return point;
  throw new StepError(`${target.text} cannot receive input: ${obstacle}`, { element, ...(cover && { cover }) });
}

/** Describes why a point of an element cannot be reached; empty if it belongs to the element, or to its label. */
function obstacleAt(element: Element, { x, y }: Point): [text?: string, cover?: Element] {
  const { defaultView: view } = element.ownerDocument;
  if (!view || x < 0 || y < 0 || x >= view.innerWidth || y >= view.innerHeight) return ['it is outside the viewport'];
  const hit = element.ownerDocument.elementFromPoint(x, y);
  if (!hit) return ['nothing is at its middle'];
  // An element that ignores pointer events is pressed through the element around it.
  return hit.contains(element) || reaches(hit, element) ? [] : ['it is covered', hit];
}

/** Returns true if an event on an element belongs to the wanted element: it is inside of it or in its label. */
export function reaches(hit: Element, wanted: Element): boolean {
  if (wanted.contains(hit)) return true;
  const { labels } = wanted as HTMLInputElement;
  return labels ? [...labels].some((label) => label.contains(hit)) : false;
}

export async function settle(): Promise<void> {
  await delay(FRAME);
  await delay(FRAME);
}
