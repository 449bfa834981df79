import { ownValue } from '../../../../shared/own-value.ts';
import type { FirefoxTarget } from './firefox-target.ts';
import { divideText, type KeyPress, parseKey } from './parse-key.ts';
import { DRAG_MOVES, type StepInput } from './step-page.ts';

/** Characters that WebDriver uses for keys with a name: https://w3c.github.io/webdriver/#keyboard-actions. */
const KEY_VALUES: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Insert: '\uE016',
  Delete: '\uE017',
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`F${index + 1}`, String.fromCharCode(0xe031 + index)]),
  ),
  Meta: '\uE03D',
};
const BUTTONS = { left: 0, right: 2 };

type Action = Record<string, unknown>;

/** `insert` inserts a text into the focused element. */
export function createFirefoxInput(
  { context, send }: Pick<FirefoxTarget, 'context' | 'send'>,
  insert: (text: string) => Promise<void>,
): StepInput {
  const perform = (source: Record<string, unknown>): Promise<unknown> =>
    send('input.performActions', { context, actions: [source] });
  const point = (x: number, y: number, actions: Action[] = []): Promise<unknown> =>
    perform({
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [{ type: 'pointerMove', x: Math.floor(x), y: Math.floor(y), duration: 0 }, ...actions],
    });
  const press = (presses: KeyPress[]): Promise<unknown> =>
    perform({ type: 'key', id: 'keyboard', actions: presses.flatMap(keyActions) });
  return {
    async move(x, y) {
      await point(x, y);
    },
    async click(x, y, { button = 'left', count = 1 } = {}) {
      const pressed = [
        { type: 'pointerDown', button: BUTTONS[button] },
        { type: 'pointerUp', button: BUTTONS[button] },
      ];
      await point(x, y, Array.from({ length: count }, () => pressed).flat());
    },
    async drag(from, to) {
      await point(from.x, from.y, [
        { type: 'pointerDown', button: BUTTONS.left },
        ...Array.from({ length: DRAG_MOVES }, (_, move) => ({
          type: 'pointerMove',
          x: Math.floor(from.x + ((to.x - from.x) * (move + 1)) / DRAG_MOVES),
          y: Math.floor(from.y + ((to.y - from.y) * (move + 1)) / DRAG_MOVES),
          duration: 0,
        })),
        { type: 'pointerUp', button: BUTTONS.left },
      ]);
    },
    async press(key) {
      await press([parseKey(key)]);
    },
    async type(text) {
      for (const part of divideText(text)) {
        if ('inserted' in part) await insert(part.inserted);
        else await press(part.keys.map((key) => ({ modifiers: [], key })));
      }
    },
  };
}

function keyActions({ modifiers, key }: KeyPress): Action[] {
  const values = [...modifiers, key].map((name) => ownValue(KEY_VALUES, name) ?? name);
  return [
    ...values.map((value) => ({ type: 'keyDown', value })),
    ...values.reverse().map((value) => ({ type: 'keyUp', value })),
  ];
}
