import type { PressMessage } from './protocol.ts';

/** Interval of the focus checks, in milliseconds. The focus is also checked when the window loses it. */
const INTERVAL = 30;
/** Maximum age of the last key at which the reader counts as typing, in milliseconds. */
const TYPING = 1000;
/** Minimum time between a key and a press by the reader, in milliseconds. */
const REACTION = 300;
/** How long the page waits for the frame's reply, in milliseconds: while the reader is typing, and otherwise. */
const SHORT_PATIENCE = 100;
const PATIENCE = 500;
/** A frame that takes the focus more often than this within `RECENT` milliseconds is removed. */
const MOST_TAKEN = 3;
const RECENT = 2000;
/** Longer than the five seconds for which browsers consider a reader active after an input, in milliseconds. */
const ACTIVATION = 6000;
/** Events which show that the reader uses the page, not the frame. */
const INPUTS = ['keydown', 'input', 'pointerdown', 'pointerup', 'click', 'focusin'] as const;
const EDITABLE = 'input, textarea, select, [contenteditable]';

export interface FocusWatchOptions {
  frame: HTMLIFrameElement;
  /** Port to the frame's document that edited code cannot reach. */
  presses: MessagePort;
  /** True if the frame runs code that the reader has not written. */
  isForeign: () => boolean;
  /** Called when the frame takes the focus from a reader who is typing, or repeatedly. Must remove the frame. */
  onTheft: () => void;
}

/**
 * Keeps the focus where the reader has put it, because no attribute and no policy does that in all browsers. The frame
 * may have the focus after a press in it, after Tab, or if assistive technology has put it there. Otherwise, the focus
 * returns to the page, with the keys that the frame received.
 *
 * @returns a function that ends the watch
 */
export function watchFocus({ frame, presses, isForeign, onTheft }: FocusWatchOptions): () => void {
  let previous = document.activeElement;
  /** True if the reader's last input moves the focus into the frame: a press in it, or Tab. */
  let isInvited = false;
  /** True if the reader has given the focus to the frame. */
  let isAllowed = false;
  /** Time when the page queried the frame for presses. Undefined after the reply. */
  let asked: number | undefined;
  /** Text of the keys that the frame received without permission to have the focus. */
  let keys = '';
  let lastInput = performance.now();
  let lastTyped = Number.NEGATIVE_INFINITY;
  let taken: number[] = [];

  const isFocused = (): boolean => document.activeElement === frame;
  const isTyping = (within: number): boolean => performance.now() - lastTyped < within;
  /** Returns true if the reader is active without an input in the page, for example with assistive technology in the frame. */
  const isAssisted = (): boolean =>
    navigator.userActivation?.isActive === true &&
    performance.now() - lastInput > ACTIVATION &&
    !(previous instanceof HTMLIFrameElement);
  const returnFocus = (): void => {
    if (previous instanceof HTMLElement && !(previous instanceof HTMLIFrameElement))
      previous.focus({ preventScroll: true });
    if (isFocused()) frame.blur();
  };
  const allow = (): void => {
    isAllowed = true;
    asked = undefined;
    keys = '';
  };
  const judge = (): void => {
    const now = performance.now();
    taken = [...taken.filter((time) => now - time < RECENT), now];
    asked = undefined;
    if ((isForeign() && isTyping(TYPING)) || taken.length > MOST_TAKEN) onTheft();
    returnFocus();
    if (keys && document.activeElement?.matches(EDITABLE)) document.execCommand('insertText', false, keys);
    keys = '';
  };
  const suspect = (): void => {
    if (asked === undefined) {
      asked = performance.now();
      presses.postMessage(null);
    }
    // The frame is removed only after its reply, because the keys that it received arrive before that.
    if (isForeign() && isTyping(REACTION)) returnFocus();
  };
  /** Records that the focus has left the frame, which may take it back before the next check. */
  const noteLoss = (): void => {
    if (!isFocused()) isAllowed = false;
  };
  const look = (): void => {
    noteLoss();
    if (!isFocused()) {
      previous = document.activeElement;
    } else if (!isAllowed) {
      // The reader's own code may take the focus, but not from a text field.
      const isHarmless = !isForeign() && !previous?.matches(EDITABLE);
      if (isInvited || isHarmless || isAssisted()) allow();
      else suspect();
    }
    const patience = isForeign() && isTyping(TYPING) ? SHORT_PATIENCE : PATIENCE;
    if (asked !== undefined && performance.now() - asked > patience) judge();
  };
  const onInput = ({ type, target }: Event): void => {
    isInvited = false;
    noteLoss();
    lastInput = performance.now();
    if (!(target instanceof Element)) return;
    if (type === 'focusin') previous = target;
    if ((type === 'keydown' || type === 'input') && target.closest(EDITABLE)) lastTyped = lastInput;
  };
  const onKey = ({ key, code, defaultPrevented }: KeyboardEvent): void => {
    // A Tab that an editor handles does not move the focus. WebKitGTK has no `key` for Shift+Tab.
    if ((key === 'Tab' || code === 'Tab') && !defaultPrevented) isInvited = true;
  };
  presses.onmessage = ({ data }: MessageEvent<PressMessage>) => {
    if (data === 'press') isInvited = true;
    else if (data !== 'answer') keys += isAllowed ? '' : data.key;
    else if (asked !== undefined && isInvited) allow();
    else if (asked !== undefined) judge();
  };
  // `document.activeElement` changes after the event.
  const onBlur = (): unknown => setTimeout(look);

  for (const type of INPUTS) document.addEventListener(type, onInput, true);
  addEventListener('keydown', onKey);
  addEventListener('blur', onBlur);
  addEventListener('focus', noteLoss);
  const timer = setInterval(look, INTERVAL);
  return () => {
    for (const type of INPUTS) document.removeEventListener(type, onInput, true);
    removeEventListener('keydown', onKey);
    removeEventListener('blur', onBlur);
    removeEventListener('focus', noteLoss);
    clearInterval(timer);
    presses.close();
  };
}
