import { both, focusFrom, hitAt, mouse, needsRealInput } from '../dispatch-input.ts';
import { insertText, isTextField } from '../edit-text.ts';
import type { Point } from '../locate.ts';
import { StepError } from '../step-error.ts';
import type { UploadedFile } from '../types.ts';
import { delay } from '../wait-for.ts';

export function chooseOptions(element: Element, wanted: readonly string[], text: string): void {
  const options = [...((element as HTMLSelectElement).options ?? [])];
  const chosen = options.filter((option) => wanted.includes(option.label) && !option.matches(':disabled'));
  if (chosen.length !== wanted.length) throw new StepError(`${text} has no option ${wanted}`, { element });
  (element as HTMLElement).focus();
  for (const option of options) option.selected = chosen.includes(option);
  announce(element);
}

export function setFiles(element: Element, files: readonly UploadedFile[], text: string): void {
  const input = ((element as HTMLLabelElement).control ?? element) as HTMLInputElement;
  if (!input.matches('input[type=file]')) throw new StepError(`${text} is not a file input`, { element });
  if (files.length > 1 && !input.multiple) throw new StepError(`${text} takes one file`, { element });
  const view = viewOf(input);
  const data = new view.DataTransfer();
  for (const { name, type = 'text/plain', content = '' } of files)
    data.items.add(new view.File([content], name, { type }));
  input.files = data.files;
  announce(input);
}

export function pasteText(document: Document, text: string): void {
  const target = document.activeElement ?? document.body;
  if (clipboardEvent(target, 'paste', text).isAllowed && isTextField(target))
    insertText(target as HTMLElement, text, 'insertFromPaste');
}

/** Copies the selection, or the text that the page copies instead. Returns the text. */
export function copyText(document: Document): string {
  const target = (document.activeElement ?? document.body) as HTMLInputElement;
  const { isAllowed, data } = clipboardEvent(target, 'copy');
  if (!isAllowed) return data.getData('text/plain');
  const { selectionStart, selectionEnd } = target;
  if (typeof selectionStart === 'number') return target.value.slice(selectionStart, selectionEnd ?? selectionStart);
  return String(document.getSelection() ?? '');
}

function clipboardEvent(target: Element, type: string, text = ''): { isAllowed: boolean; data: DataTransfer } {
  const view = viewOf(target);
  const data = new view.DataTransfer();
  if (text) data.setData('text/plain', text);
  const init = { bubbles: true, cancelable: true, composed: true, clipboardData: data };
  return { isAllowed: target.dispatchEvent(new view.ClipboardEvent(type, init)), data };
}

function announce(element: Element): void {
  for (const type of ['input', 'change']) element.dispatchEvent(new (viewOf(element).Event)(type, { bubbles: true }));
}

function viewOf({ ownerDocument }: Element): Window & typeof globalThis {
  return ownerDocument.defaultView as Window & typeof globalThis;
}

const PRESSED = { button: 0, buttons: 1 };
const MOVES = 5;
const FRAME = 16;

/** Throws a StepError for a native slider, whose thumb only the browser moves. */
export async function dragWithEvents(document: Document, element: Element, from: Point, to: Point): Promise<boolean> {
  const hit = hitAt(document, element, from);
  if (hit.closest('[type=range]')) throw needsRealInput('A script cannot drag the thumb of a native slider');
  const capture = imitateCapture(viewOf(element));
  try {
    both(hit, 'move', from);
    if (both(hit, 'down', from, PRESSED)) focusFrom(hit);
    const drag = startNativeDrag(hit, from) ?? startPointerDrag(hit, capture.holder);
    for (let move = 1; move <= MOVES; move++) {
      drag.move({ x: from.x + ((to.x - from.x) * move) / MOVES, y: from.y + ((to.y - from.y) * move) / MOVES });
      await delay(FRAME);
    }
    drag.end(to);
  } finally {
    capture.restore();
  }
  return true;
}

/** Browsers capture only the pointers of real devices. */
function imitateCapture({ Element: { prototype } }: Window & typeof globalThis) {
  const { setPointerCapture, hasPointerCapture, releasePointerCapture } = prototype;
  let holder: Element | undefined;
  Object.assign(prototype, {
    setPointerCapture(this: Element) {
      holder = this;
    },
    hasPointerCapture(this: Element) {
      return holder === this;
    },
    releasePointerCapture(this: Element) {
      if (holder === this) holder = undefined;
    },
  });
  return {
    holder: () => holder,
    restore: () => void Object.assign(prototype, { setPointerCapture, hasPointerCapture, releasePointerCapture }),
  };
}

function startPointerDrag(hit: Element, holder: () => Element | undefined) {
  let over = hit;
  return {
    move(at: Point): void {
      const next = holder() ?? hit.ownerDocument.elementFromPoint(at.x, at.y) ?? hit;
      if (next !== over) {
        both(over, 'out', at, PRESSED);
        both(next, 'over', at, PRESSED);
      }
      over = next;
      both(over, 'move', at, PRESSED);
    },
    end: (at: Point): void => void both(over, 'up', at, { button: 0 }),
  };
}

/** Starts native drag and drop. Returns undefined without a draggable element, or if the page prevents it. */
function startNativeDrag(hit: Element, from: Point): ReturnType<typeof startPointerDrag> | undefined {
  const source = hit.closest('[draggable=true]');
  if (!source) return undefined;
  const view = viewOf(source);
  // Browsers ignore effects in data that a script has created.
  const data = Object.defineProperties(new view.DataTransfer(), {
    effectAllowed: { value: 'uninitialized', writable: true },
    dropEffect: { value: 'none', writable: true },
  });
  const dispatch = (target: Element, type: string, { x, y }: Point): boolean => {
    const init = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, dataTransfer: data };
    return target.dispatchEvent(new view.DragEvent(type, { ...init, ...PRESSED }));
  };
  if (!dispatch(source, 'dragstart', from)) return undefined;
  mouse(hit, 'pointercancel', from);
  let over: Element | undefined;
  let isAccepted = false;
  return {
    move(at) {
      const next = hit.ownerDocument.elementFromPoint(at.x, at.y) ?? source;
      dispatch(source, 'drag', at);
      if (next !== over) {
        dispatch(next, 'dragenter', at);
        if (over) dispatch(over, 'dragleave', at);
      }
      over = next;
      data.dropEffect = (/^(?:move|link|none)/.exec(data.effectAllowed)?.[0] ?? 'copy') as DataTransfer['dropEffect'];
      isAccepted = !dispatch(next, 'dragover', at) && data.dropEffect !== 'none';
    },
    end(at) {
      if (!isAccepted) data.dropEffect = 'none';
      if (over) dispatch(over, isAccepted ? 'drop' : 'dragleave', at);
      dispatch(source, 'dragend', at);
    },
  };
}
