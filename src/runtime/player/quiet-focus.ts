import { STEP_ACTION_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { PlayState } from './play-state.ts';

/** Events of presses, with the pointer or a key. */
const PRESSES = [
  'pointerdown',
  'mousedown',
  'touchstart',
  'pointerup',
  'mouseup',
  'touchend',
  'keydown',
  'keyup',
  'click',
];
const FOCUS = ['blur', 'focusout', 'focus', 'focusin'];
const PRESS_KEYS = ['Enter', ' '];

export type QuietFocus = ReturnType<typeof createQuietFocus>;

/**
 * A popup closes if the pointer is pressed outside of it, or if its field loses the focus, so a press on "Next" would
 * change the state in which the next step begins. The listeners are on the windows, in the capture phase, so that they
 * run before any listener in the document.
 */
export function createQuietFocus(
  element: Element,
  { onPress, onEscape }: { onPress: (control: HTMLElement) => void; onEscape: () => boolean },
) {
  /** Element of the demo that received no `blur` event when it lost the focus. */
  let held: HTMLElement | undefined;
  let isSilent = false;
  const controlOf = (target: EventTarget | null): HTMLElement | null => {
    const control = target instanceof Element ? target.closest<HTMLElement>(`[${STEP_ACTION_ATTRIBUTE}]`) : null;
    return element.contains(control) ? control : null;
  };
  const silently = (move: () => void): void => {
    isSilent = true;
    move();
    isSilent = false;
  };
  const releaseHeld = (): void => {
    const lost = held;
    held = undefined;
    lost?.dispatchEvent(new FocusEvent('blur'));
    lost?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  };
  const press = (event: Event): void => {
    const { type, target, isTrusted } = event;
    const { key } = event as Partial<KeyboardEvent>;
    const control = controlOf(target);
    const isEscape = isTrusted && type === 'keydown' && key === 'Escape' && onEscape();
    if (!isEscape && (!control || (key !== undefined && !PRESS_KEYS.includes(key)))) return;
    event.stopImmediatePropagation();
    // The focus stays where it is.
    if (type === 'mousedown' || isEscape) event.preventDefault();
    if (type === 'click' && control) onPress(control);
  };
  const focus = (event: FocusEvent): void => {
    const { type, target, relatedTarget } = event;
    const isLost = type === 'blur' || type === 'focusout';
    const [from, to] = isLost ? [target, relatedTarget] : [relatedTarget, target];
    if (isSilent || controlOf(to) || (controlOf(from) && to === held)) event.stopImmediatePropagation();
    if (isSilent || Boolean(controlOf(from)) === Boolean(controlOf(to))) return;
    if (controlOf(to)) {
      if (from instanceof HTMLElement) held = from;
    } else if (to === held) {
      if (type === 'focusin') held = undefined;
    } else if (held?.ownerDocument === document && document.hasFocus()) releaseHeld();
  };
  return {
    /** Also intercepts events in the document of the demo's frame. The signal stops this. */
    watch(view: Window, signal: AbortSignal): void {
      const options = { capture: true, signal };
      for (const type of PRESSES) view.addEventListener(type, press, { ...options, passive: false });
      for (const type of FOCUS) view.addEventListener(type, focus as EventListener, options);
    },
    toDemo(): void {
      const { activeElement } = document;
      if (!controlOf(activeElement)) return;
      silently(() => {
        if (held?.isConnected) held.focus({ preventScroll: true });
        else (activeElement as HTMLElement).blur();
      });
      held = undefined;
    },
    /** Focuses a control. The focused element in the demo's document does not notice that it loses the focus. */
    toControl(control: HTMLElement, { activeElement, body }: Document): void {
      if (controlOf(document.activeElement)) return;
      held = activeElement === body ? undefined : ((activeElement as HTMLElement | null) ?? undefined);
      silently(() => control.focus({ preventScroll: true }));
    },
    /** Forgets the demo's focus, because the demo is mounted again. */
    forget(): void {
      held = undefined;
    },
  };
}

export type PageFocus = ReturnType<typeof createPageFocus>;

export function createPageFocus(element: Element, state: PlayState, quiet: QuietFocus) {
  const isElsewhere = (): boolean => {
    const { activeElement } = document;
    // A press next to the demo's controls focuses an ancestor of the demo, such as the main element of the page.
    if (!activeElement || activeElement.matches('iframe') || activeElement.contains(element)) return false;
    return ![element, ...(state.run?.scope.roots() ?? [])].some((root) => root.contains(activeElement));
  };
  return {
    isElsewhere,
    /** Takes the focus from the page, because keys go to the element that has it. */
    toDemo(): void {
      quiet.toDemo();
      if (isElsewhere()) (document.activeElement as HTMLElement).blur();
    },
    /** Focuses a control, unless the reader has moved the focus elsewhere. */
    toControl(control: HTMLElement): void {
      if (!isElsewhere()) quiet.toControl(control, state.run?.document ?? document);
    },
  };
}
