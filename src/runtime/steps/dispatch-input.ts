import { ownValue } from '../../shared/own-value.ts';
import { splitKeys } from '../../shared/step-keys.ts';
import { deleteText, insertText, isTextField } from './edit-text.ts';
import type { Point } from './locate.ts';
import { StepError } from './step-error.ts';
import type { Scope } from './targets.ts';
import type { StepInput } from './user.ts';
import { delay } from './wait-for.ts';

/** Elements that can have the focus, even if they are disabled. */
const FOCUSABLE =
  ':is(a, area)[href], button, input:not([type=hidden]), select, textarea, summary, iframe, :is(audio, video)[controls], [contenteditable]:not([contenteditable=false]), [tabindex]';

/** After the last element, nothing has the focus. `roots` contain the elements in that order; default: the whole document. */
function moveFocus(document: Document, direction: 1 | -1, roots: Element[] = [document.body]): void {
  const elements = tabOrder(document).filter((element) => roots.some((root) => root.contains(element)));
  const { activeElement } = document;
  const at = activeElement ? elements.indexOf(activeElement as HTMLElement) : -1;
  const next = at < 0 ? nextOf(elements, activeElement, direction) : elements[at + direction];
  if (next) {
    next.focus();
    // Tab selects the text of a field.
    if (next.matches('input')) (next as HTMLInputElement).select();
  } else (activeElement as HTMLElement | null)?.blur();
}

function tabOrder(document: Document): HTMLElement[] {
  const elements = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && !element.matches(':disabled') && isReachable(element),
  );
  const positive = elements.filter(({ tabIndex }) => tabIndex > 0).sort((a, b) => a.tabIndex - b.tabIndex);
  return [...positive, ...elements.filter(({ tabIndex }) => tabIndex === 0)].filter(isChosenRadio);
}

function isReachable(element: HTMLElement): boolean {
  if (element.closest('[inert]')) return false;
  const modal = element.ownerDocument.querySelector('dialog:modal');
  if (modal && !modal.contains(element)) return false;
  return element.checkVisibility({ visibilityProperty: true });
}

/** Of a group of radio buttons, Tab reaches only the checked one, or all if none is checked. */
function isChosenRadio(element: HTMLElement, _index: number, all: HTMLElement[]): boolean {
  const { type, name, checked, form } = element as HTMLInputElement;
  if (type !== 'radio' || name === '' || checked) return true;
  return !all.some((other) => {
    const radio = other as HTMLInputElement;
    return radio.type === 'radio' && radio.name === name && radio.form === form && radio.checked;
  });
}

/** Returns the element after or before one that Tab does not reach. */
function nextOf(elements: HTMLElement[], from: Element | null, direction: 1 | -1): HTMLElement | undefined {
  if (!from || from === from.ownerDocument.body) return direction === 1 ? elements[0] : elements.at(-1);
  const isBehind = (element: Element): boolean => {
    const position = from.compareDocumentPosition(element);
    return (position & (direction === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING)) !== 0;
  };
  return direction === 1 ? elements.find(isBehind) : elements.findLast(isBehind);
}

const MODIFIERS = { Shift: 'shiftKey', Control: 'ctrlKey', Alt: 'altKey', Meta: 'metaKey' } as const;
type Modifiers = { [Name in (typeof MODIFIERS)[keyof typeof MODIFIERS]]?: boolean };

/** Controls whose values the arrow keys change, and that open one of the browser's pickers. */
const BOTH = 'select, [type=date], [type=time], [type=month], [type=week], [type=datetime-local]';
/** Native controls whose values the arrow keys change. */
const ARROW_CONTROLS = `:is(${BOTH}, [type=radio], [type=number], [type=range]):is(select, input)`;
/** Controls that open one of the browser's pickers. */
const PICKERS = `:is(${BOTH}, [type=color], [type=file]):is(select, input)`;
/** Controls that Enter and the space bar press. */
const BUTTONS = 'button, summary, input:is([type=button], [type=submit], [type=reset])';
const ENTER_CONTROLS = `${BUTTONS}, a[href]`;
const SPACE_CONTROLS = `${BUTTONS}, input:is([type=checkbox], [type=radio])`;

/** Throws a StepError where a browser's reaction cannot be imitated. `scope`: elements that Tab reaches. */
export function createDispatchInput(document: Document, scope?: Scope): StepInput {
  const view = document.defaultView as Window & typeof globalThis;
  let hovered: Element | undefined;

  const hover = (element: Element, at: Point): void => {
    const from = hovered?.isConnected ? hovered : undefined;
    hovered = element;
    if (from !== element) {
      if (from) {
        const related = { relatedTarget: element };
        both(from, 'out', at, related);
        for (const left of parentsOf(from)) {
          if (left.contains(element)) break;
          both(left, 'leave', at, related);
        }
      }
      const related = from ? { relatedTarget: from } : {};
      both(element, 'over', at, related);
      const entered = parentsOf(element).filter((parent) => !from || !parent.contains(from));
      for (const parent of entered.reverse()) both(parent, 'enter', at, related);
    }
    both(element, 'move', at);
  };
  const press = async (text: string): Promise<void> => {
    const { key, modifiers } = parseKeys(text);
    const target = document.activeElement ?? document.body;
    const init = {
      bubbles: true,
      cancelable: true,
      composed: true,
      view,
      key,
      code: codeOf(key),
      keyCode: keyCodeOf(key),
      ...modifiers,
    };
    const isAllowed = target.dispatchEvent(new view.KeyboardEvent('keydown', init));
    if (isAllowed) pressDefault(document, target, { key, modifiers, scope });
    const isReleased = (document.activeElement ?? document.body).dispatchEvent(new view.KeyboardEvent('keyup', init));
    if (isAllowed && isReleased && key === ' ' && target.matches(SPACE_CONTROLS)) (target as HTMLElement).click();
  };

  return {
    async hover(element, point) {
      hover(hitAt(document, element, point), point);
    },
    async click(element, point, { button, count }) {
      const hit = hitAt(document, element, point);
      if (hit.closest(PICKERS)) throw needsRealInput('A script cannot open the picker of the browser');
      hover(hit, point);
      const number = button === 'right' ? 2 : 0;
      for (let detail = 1; detail <= count; detail++) {
        const down = { button: number, buttons: number === 2 ? 2 : 1, detail };
        if (both(hit, 'down', point, down)) focusFrom(hit);
        // Lets the page react before the button is released.
        await delay(0);
        const up = { button: number, buttons: 0, detail };
        both(hit, 'up', point, up);
        mouse(hit, number === 2 ? 'contextmenu' : 'click', point, up);
        if (detail === 2) mouse(hit, 'dblclick', point, up);
      }
      return true;
    },
    press,
    async type(text) {
      for (const character of text) await press(character === '\n' ? 'Enter' : character);
    },
  };
}

/** Returns false if a listener prevented it. */
export function mouse(element: Element, type: string, at: Point, more: MouseEventInit = {}): boolean {
  const view = element.ownerDocument.defaultView as Window & typeof globalThis;
  const isEnter = /enter|leave/.test(type);
  const options = {
    bubbles: !isEnter,
    cancelable: !isEnter,
    composed: true,
    view,
    clientX: at.x,
    clientY: at.y,
    ...more,
  };
  const event = type.startsWith('pointer')
    ? new view.PointerEvent(type, { ...options, pointerId: 1, pointerType: 'mouse', isPrimary: true })
    : new view.MouseEvent(type, options);
  return element.dispatchEvent(event);
}

export function both(element: Element, name: string, at: Point, more?: MouseEventInit): boolean {
  mouse(element, `pointer${name}`, at, more);
  return mouse(element, `mouse${name}`, at, more);
}

/** Does what a browser does after a key was pressed, if no listener prevented it. */
function pressDefault(
  document: Document,
  target: Element,
  { key, modifiers, scope }: { key: string; modifiers: Modifiers; scope: Scope | undefined },
): void {
  const { shiftKey = false, ctrlKey, metaKey, altKey } = modifiers;
  const isField = isTextField(target);
  if (key === 'Tab') moveFocus(document, shiftKey ? -1 : 1, scope?.roots());
  else if (/^Arrow|^Page(?:Up|Down)$/.test(key) && target.matches(ARROW_CONTROLS))
    throw needsRealInput(`A script cannot press ${key} in this control`);
  else if (key === 'Escape' && document.querySelector('dialog:modal, [popover]:popover-open'))
    throw needsRealInput('A script cannot close a native dialog or popover');
  else if (key === 'Enter' && target.matches(ENTER_CONTROLS)) (target as HTMLElement).click();
  else if (key === 'Enter' && isField) pressEnter(target as HTMLElement);
  else if (!isField) return;
  else if ((ctrlKey || metaKey) && key.toLowerCase() === 'a') (target as HTMLInputElement).select?.();
  else if (key === 'Backspace' || key === 'Delete') deleteText(target as HTMLElement, key);
  else if ([...key].length === 1 && !ctrlKey && !metaKey && !altKey) insertText(target as HTMLElement, key);
}

/** Inserts a line break, or submits the form of a single-line field. */
function pressEnter(field: HTMLElement): void {
  const { form } = field as HTMLInputElement;
  if (!field.matches('input')) insertText(field, '\n');
  else if (form?.querySelector('[type=submit], button:not([type])')) form.requestSubmit();
}

/** Focuses the nearest focusable element, as pressing the mouse button does. */
export function focusFrom(element: Element): void {
  const { ownerDocument } = element;
  const label = element.closest('label');
  const focusable = parentsOf(element).find((parent) => parent.matches(FOCUSABLE) && !parent.matches(':disabled'));
  if (focusable) (focusable as HTMLElement).focus({ preventScroll: true });
  else if (!label) (ownerDocument.activeElement as HTMLElement | null)?.blur();
}

/** Returns the innermost element at a point, if it belongs to the target. */
export function hitAt(document: Document, element: Element, { x, y }: Point): Element {
  const hit = document.elementFromPoint(x, y);
  return hit && element.contains(hit) ? hit : element;
}

function parentsOf(element: Element): Element[] {
  const parents: Element[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) parents.push(at);
  return parents;
}

function parseKeys(text: string): { key: string; modifiers: Modifiers } {
  const names = splitKeys(text);
  const key = names.at(-1) ?? text;
  const modifiers: Modifiers = {};
  for (const name of names.slice(0, -1)) {
    const modifier = MODIFIERS[name as keyof typeof MODIFIERS];
    if (modifier) modifiers[modifier] = true;
  }
  return { key: key === 'Space' ? ' ' : key, modifiers };
}

/** Old libraries read `keyCode`. */
const KEY_CODES: Record<string, number> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Escape: 27,
  ' ': 32,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Delete: 46,
};

/** Returns `KeyboardEvent.code`, which is the name of most keys. */
function codeOf(key: string): string {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`;
  return key === ' ' ? 'Space' : /^\d$/.test(key) ? `Digit${key}` : key;
}

function keyCodeOf(key: string): number {
  return ownValue(KEY_CODES, key) ?? (/^[a-z0-9]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0);
}

export function needsRealInput(message: string): StepError {
  return new StepError(message, { needsRealInput: true });
}
