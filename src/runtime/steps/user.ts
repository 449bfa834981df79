import { locate, type Point, reach, settle } from './locate.ts';
import { StepError } from './step-error.ts';
import type { KnownTarget } from './targets.ts';
import type { StepUser, Target } from './types.ts';
import type { WaitOptions } from './wait-for.ts';

/** Performs input: with events in the reader's browser, or with a driver in `check`. */
export interface StepInput {
  /** Resolves with false if the press would have reached another element, and was prevented. */
  click(element: Element, point: Point, options: { button: 'left' | 'right'; count: 1 | 2 }): Promise<boolean>;
  hover(element: Element, point: Point): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses a key on the focused element. */
  press(key: string): Promise<void>;
}

export interface UserOptions extends WaitOptions {
  input: StepInput;
  document: Document;
  /** Input waits for the result. */
  onTarget(element: Element | undefined): Promise<void>;
}

export function createUser({ input, document, onTarget, ...waiting }: UserOptions): StepUser {
  /** Performs input on a target, and repeats it if the page moved the element away at the same time. */
  const act = async (
    target: Target,
    perform: (element: Element, point: Point) => Promise<unknown>,
    isTyped = false,
  ): Promise<void> => {
    const known = target as KnownTarget;
    const options = { ...waiting, isTyped };
    const end = performance.now() + waiting.timeout;
    for (;;) {
      const element = await locate(known, options);
      await reach(known, element, options);
      await onTarget(element);
      const hasReached = await perform(element, await reach(known, element, options));
      await settle();
      if (hasReached !== false) return;
      if (performance.now() > end)
        throw new StepError(`${known.text} cannot receive input: it moves away when the pointer reaches it`, {
          element,
        });
    }
  };
  const inField = (target: Target, perform: () => Promise<void>): Promise<void> => {
    const typeInto = async (element: Element): Promise<void> => {
      if (!focusAtEnd(element as HTMLElement))
        throw new StepError(`${(target as KnownTarget).text} cannot have the focus, so nothing can be typed`);
      await perform();
    };
    return act(target, typeInto, true);
  };
  const press = async (key: string): Promise<void> => {
    const { activeElement, body } = document;
    await onTarget(activeElement && activeElement !== body ? activeElement : undefined);
    await input.press(key);
    await settle();
  };
  return {
    click: (target, { button = 'left', count = 1 } = {}) =>
      act(target, (element, point) => input.click(element, point, { button, count })),
    hover: (target) => act(target, input.hover),
    select: (target, labels) => act(target, async (element) => chooseOptions(target as KnownTarget, element, labels)),
    type: (target, text) => inField(target, () => input.type(text)),
    clear: (target) =>
      inField(target, async () => {
        await input.press('Control+a');
        await input.press('Delete');
      }),
    press,
    tab: ({ shift = false } = {}) => press(shift ? 'Shift+Tab' : 'Tab'),
  };
}

/** Chooses options as a person does in the picker, which neither a script nor a driver can open in all browsers. */
function chooseOptions({ text }: KnownTarget, element: Element, labels: string | readonly string[]): void {
  const options = [...((element as HTMLSelectElement).options ?? [])];
  const wanted = [labels].flat();
  const chosen = options.filter((option) => wanted.includes(option.label) && !option.matches(':disabled'));
  if (chosen.length !== wanted.length) throw new StepError(`${text} has no option ${wanted}`, { element });
  (element as HTMLElement).focus();
  for (const option of options) option.selected = chosen.includes(option);
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Focuses a text field, with the caret behind its text. Returns false if it cannot have the focus. */
function focusAtEnd(element: HTMLElement): boolean {
  element.focus();
  if (element.ownerDocument.activeElement !== element) return false;
  const field = element as HTMLInputElement;
  // Fields for numbers and addresses have no selection.
  if (typeof field.selectionStart === 'number') field.setSelectionRange(field.value.length, field.value.length);
  else if (element.isContentEditable) element.ownerDocument.getSelection()?.selectAllChildren(element);
  if (element.isContentEditable) element.ownerDocument.getSelection()?.collapseToEnd();
  return true;
}
