import type { OutlineChange } from '../../shared/steps.ts';
import { type Gesture, locate, type Point, reach, settle } from './locate.ts';
import { StepError } from './step-error.ts';
import type { KnownTarget } from './targets.ts';
import type { StepUser, Target } from './types.ts';
import type { WaitOptions } from './wait-for.ts';

/** Performs input: with events in the reader's browser, or with a driver in `check`. */
export interface StepInput {
  /** Resolves with false if the press would have reached another element, and was prevented. */
  click(element: Element, point: Point, options: { button: 'left' | 'right'; count: 1 | 2 }): Promise<boolean>;
  hover(element: Element, point: Point): Promise<void>;
  /** Like `click`, for a press at `from` that is released at `to`. Default: events. */
  drag?(element: Element, from: Point, to: Point): Promise<boolean>;
  type(text: string): Promise<void>;
  /** Presses a key on the focused element. */
  press(key: string): Promise<void>;
}

/** The functions without those of `more-steps.ts`. */
export type BasicUser = Pick<StepUser, 'click' | 'hover' | 'type' | 'clear' | 'press' | 'tab'>;

export interface UserOptions extends WaitOptions {
  input: StepInput;
  document: Document;
  /** Input waits for the result. */
  onTarget(element: Element | undefined): Promise<void>;
  /** Called instead of a failure if an outline differs. */
  onOutline?: ((change: OutlineChange) => Promise<void>) | undefined;
}

/** Returns a function that performs input on a target, and retries it if the page moved the element away at the same time. */
export function createAct({ onTarget, timeout, signal }: Omit<UserOptions, 'input' | 'document'>) {
  return async (
    target: Target,
    perform: (element: Element, point: Point) => Promise<unknown>,
    gesture?: Gesture,
  ): Promise<void> => {
    const known = target as KnownTarget;
    const options = { timeout, signal, gesture };
    const end = performance.now() + timeout;
    for (;;) {
      const element = await locate(known, options);
      await reach(known, element, options);
      await onTarget(element);
      const hasReached = await perform(element, await reach(known, element, options));
      await settle();
      if (hasReached !== false) return;
      if (performance.now() > end)
        throw new StepError(`${known.text} cannot receive input: it moves away from the pointer`, { element });
    }
  };
}

export function createUser(options: UserOptions): BasicUser {
  const { input, document, onTarget } = options;
  const act = createAct(options);
  const inField = (target: Target, perform: () => Promise<void>): Promise<void> => {
    const typeInto = async (element: Element): Promise<void> => {
      if (!focusAtEnd(element as HTMLElement))
        throw new StepError(`${(target as KnownTarget).text} cannot have the focus, so nothing can be typed`);
      await perform();
    };
    return act(target, typeInto, 'type');
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
    // A disabled control can explain why it is disabled.
    hover: (target) => act(target, input.hover, 'hover'),
    type: (target, text) => inField(target, () => input.type(text)),
    clear: (target) =>
      inField(target, async () => {
        await input.press('Control+a');
        await input.press('Delete');
      }),
    async press(...keys) {
      for (const key of keys) await press(key);
    },
    tab: ({ shift } = {}) => press(shift ? 'Shift+Tab' : 'Tab'),
  };
}

/** Focuses a text field, with the caret after its text. Returns false if it cannot have the focus. */
function focusAtEnd(element: HTMLElement): boolean {
  element.focus();
  if (element.ownerDocument.activeElement !== element) return false;
  const field = element as HTMLInputElement;
  // Number and email fields expose no selection.
  if (typeof field.selectionStart === 'number') field.setSelectionRange(field.value.length, field.value.length);
  else if (element.isContentEditable) element.ownerDocument.getSelection()?.selectAllChildren(element);
  if (element.isContentEditable) element.ownerDocument.getSelection()?.collapseToEnd();
  return true;
}
