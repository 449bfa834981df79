import type { PressMessage } from './protocol.ts';

/** Interval of the focus checks, in milliseconds. The focus is also checked when the window loses it. */
const INTERVAL = 30;
/** Maximum age of the last key press at which the reader counts as typing, in milliseconds. */
const TYPING = 1000;
/** Minimum time between a key press and a pointer press by the reader, in milliseconds. */
const REACTION = 300;
/** How long the page waits for the frame's reply, in milliseconds: while the reader is typing, and otherwise. */
const SHORT_PATIENCE = 100;
const PATIENCE = 500;
/** A frame that steals the focus more often than this within `RECENT` milliseconds is removed. */
const MOST_TAKEN = 3;
const RECENT = 2000;
/** Milliseconds, more than the five seconds for which browsers consider a reader active after an input. */
const ACTIVATION = 6000;
const INPUTS = ['keydown', 'input', 'pointerdown', 'pointerup', 'click', 'focusin'] as const;
const EDITABLE = 'input, textarea, select, [contenteditable]';

export interface FocusWatchOptions {
  frame: HTMLIFrameElement;
  /** Port to the frame's document that edited code cannot reach. */
  presses: MessagePort;
  /** True if the frame runs code that the reader has not written. */
  isForeign: () => boolean;
  /** Called when the frame steals the focus from a reader who is typing, or repeatedly. Must remove the frame. */
  onTheft: () => void;
}

/**
 * No attribute or policy keeps the focus where the reader put it. The frame may have the focus after a press in it,
 * after Tab, or from assistive technology.
 */
export function watchFocus({ frame, presses, isForeign, onTheft }: FocusWatchOptions): () => void {
  let previous = document.activeElement;
  let isInvited = false;
  let isAllowed = false;
  /** Text of the keys that the frame received while it was not allowed to have the focus. */
  let keys = '';
  let taken: number[] = [];

  const { isTyping, isActiveElsewhere, noteInput } = createInputLog();
  const query = createQuery(presses);
  const isFocused = (): boolean => document.activeElement === frame;
  const allow = (): void => {
    isAllowed = true;
    query.end();
    keys = '';
  };
  const judge = (): void => {
    const now = performance.now();
    taken = [...taken.filter((time) => now - time < RECENT), now];
    query.end();
    if ((isForeign() && isTyping(TYPING)) || taken.length > MOST_TAKEN) onTheft();
    returnFocus(frame, previous);
    if (keys && document.activeElement?.matches(EDITABLE)) document.execCommand('insertText', false, keys);
    keys = '';
  };
  const suspect = (): void => {
    query.begin();
    // The frame is removed only after its reply, because the keys that it received arrive before that.
    if (isForeign() && isTyping(REACTION)) returnFocus(frame, previous);
  };
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
      const isAssisted = isActiveElsewhere() && !(previous instanceof HTMLIFrameElement);
      if (isInvited || isHarmless || isAssisted) allow();
      else suspect();
    }
    const patience = isForeign() && isTyping(TYPING) ? SHORT_PATIENCE : PATIENCE;
    if (query.isOlderThan(patience)) judge();
  };
  const onInput = (event: Event): void => {
    isInvited = false;
    noteLoss();
    noteInput(event);
    if (event.type === 'focusin' && event.target instanceof Element) previous = event.target;
  };
  const onKey = (event: KeyboardEvent): void => {
    if (isTab(event)) isInvited = true;
  };
  presses.onmessage = ({ data }: MessageEvent<PressMessage>) => {
    if (data === 'press') isInvited = true;
    else if (data !== 'answer') keys += isAllowed ? '' : data.key;
    else if (query.isPending() && isInvited) allow();
    else if (query.isPending()) judge();
  };

  const ended = new AbortController();
  const { signal } = ended;
  for (const type of INPUTS) document.addEventListener(type, onInput, { capture: true, signal });
  addEventListener('keydown', onKey, { signal });
  // `document.activeElement` changes after the event.
  addEventListener('blur', () => setTimeout(look), { signal });
  addEventListener('focus', noteLoss, { signal });
  const timer = setInterval(look, INTERVAL);
  return () => {
    ended.abort();
    clearInterval(timer);
    presses.close();
  };
}

/** Returns true if a key is a Tab that moves the focus. A Tab that an editor handles does not move it. */
function isTab({ key, code, defaultPrevented }: KeyboardEvent): boolean {
  // WebKitGTK has no `key` for Shift+Tab.
  return (key === 'Tab' || code === 'Tab') && !defaultPrevented;
}

function returnFocus(frame: HTMLIFrameElement, previous: Element | null): void {
  if (previous instanceof HTMLElement && !(previous instanceof HTMLIFrameElement))
    previous.focus({ preventScroll: true });
  if (document.activeElement === frame) frame.blur();
}

/** At most one query is pending at a time. */
function createQuery(presses: MessagePort) {
  /** Time of the query. Undefined after the reply. */
  let asked: number | undefined;
  return {
    begin(): void {
      if (asked !== undefined) return;
      asked = performance.now();
      presses.postMessage(null);
    },
    isPending: (): boolean => asked !== undefined,
    isOlderThan: (time: number): boolean => asked !== undefined && performance.now() - asked > time,
    end(): void {
      asked = undefined;
    },
  };
}

function createInputLog() {
  let lastInput = performance.now();
  let lastTyped = Number.NEGATIVE_INFINITY;
  return {
    noteInput({ type, target }: Event): void {
      lastInput = performance.now();
      const isKey = type === 'keydown' || type === 'input';
      if (isKey && target instanceof Element && target.closest(EDITABLE)) lastTyped = lastInput;
    },
    isTyping: (within: number): boolean => performance.now() - lastTyped < within,
    /** Returns true if the reader is active without an input in the page, for example with assistive technology in the frame. */
    isActiveElsewhere: (): boolean =>
      navigator.userActivation?.isActive === true && performance.now() - lastInput > ACTIVATION,
  };
}
