import type { FromFrame, PressMessage, ToFrame } from '../live/protocol.ts';
import { confine } from './confine.ts';
import { createRunner, type Runner } from './runner.ts';

/** Runs only in an opaque origin; otherwise, untrusted code would have the permissions of the site. */
export function startSandbox(): void {
  if (self.origin !== 'null' || parent === window) return;
  let runner: Runner | undefined;
  confine((name) => runner?.refuse(name));
  addEventListener('message', ({ source, ports: [port, presses] }) => {
    if (source !== parent || !port || !presses || runner) return;
    guardFocus(presses);
    runner = listen(port);
  });
}

function listen(port: MessagePort): Runner {
  const send = (message: FromFrame): void => port.postMessage(JSON.stringify(message));
  const runner = createRunner(send);
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    if (data.type === 'ping') send({ type: 'pong' });
    else if (data.type === 'setup') void runner.setUp(data.source, data.scripts, data.preferences);
    else if (data.type === 'script') runner.load(data.text);
    else if (data.type === 'preferences') runner.prefer(data.preferences);
    else void runner.run(data.run, data.files);
  };
  send({ type: 'ready' });
  return runner;
}

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
 * before any edited code, which must not be able to reach `port`.
 */
function guardFocus(port: MessagePort): void {
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
