import type { PressMessage } from '../live/protocol.ts';

// Edited code can replace globals and prototypes later, so the originals are kept here.
const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
const { postMessage } = MessagePort.prototype;
const getterOf = (name: keyof KeyboardEvent): (() => unknown) =>
  getOwnPropertyDescriptor(KeyboardEvent.prototype, name)?.get as () => unknown;
const keyOf = getterOf('key');
const ctrlOf = getterOf('ctrlKey');
const altOf = getterOf('altKey');
const metaOf = getterOf('metaKey');
/** Events of a press, dispatched before the press moves the focus. */
const PRESSES = ['pointerdown', 'mousedown', 'touchstart'] as const;

/**
 * Also disables `focus()` while the focus is outside, because `autoFocus` would take the caret from the editor. Runs
 * before any edited code; `port` must be unreachable for it.
 */
export function guardFocus(port: MessagePort): void {
  const report = (message: PressMessage): void => apply(postMessage, port, [message]);
  const hasFocus = document.hasFocus.bind(document);
  let isPressed = false;
  const onPress = ({ isTrusted }: Event): void => {
    if (!isTrusted) return;
    isPressed = true;
    report('press');
  };
  const onKey = (event: KeyboardEvent): void => {
    if (!event.isTrusted || apply(ctrlOf, event, []) || apply(altOf, event, []) || apply(metaOf, event, [])) return;
    const key = apply(keyOf, event, []) as string;
    if (key.length === 1) report({ key });
  };
  for (const type of PRESSES) addEventListener(type, onPress, { capture: true, passive: true });
  addEventListener('keydown', onKey, true);
  addEventListener('blur', () => {
    isPressed = false;
  });
  port.onmessage = () => report('answer');
  for (const { prototype } of [HTMLElement, SVGElement, MathMLElement]) {
    const { focus } = prototype;
    defineProperty(prototype, 'focus', {
      value(this: HTMLElement, ...options: unknown[]): void {
        // During the events of a press, the document does not have the focus yet.
        if (isPressed || hasFocus()) apply(focus, this, options);
      },
    });
  }
}
