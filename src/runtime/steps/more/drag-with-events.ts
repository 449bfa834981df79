import { both, focusFrom, hitAt, needsRealInput } from '../dispatch-input.ts';
import type { Point } from '../locate.ts';
import { delay } from '../wait-for.ts';

const PRESSED = { button: 0, buttons: 1 };
const MOVES = 5;
const FRAME = 16;

/** Throws a StepError for what the browser itself drags. */
export async function dragWithEvents(document: Document, element: Element, from: Point, to: Point): Promise<boolean> {
  const hit = hitAt(document, element, from);
  if (hit.closest('[draggable=true], [type=range]'))
    throw needsRealInput('A script cannot drag what the browser itself drags');
  both(hit, 'move', from);
  if (both(hit, 'down', from, PRESSED)) focusFrom(hit);
  let over = hit;
  for (let move = 1; move <= MOVES; move++) {
    const at = { x: from.x + ((to.x - from.x) * move) / MOVES, y: from.y + ((to.y - from.y) * move) / MOVES };
    const next = hit.hasPointerCapture(1) ? hit : (document.elementFromPoint(at.x, at.y) ?? hit);
    if (next !== over) {
      both(over, 'out', at, PRESSED);
      both(next, 'over', at, PRESSED);
    }
    over = next;
    both(over, 'move', at, PRESSED);
    await delay(FRAME);
  }
  both(over, 'up', to, { button: 0 });
  return true;
}
