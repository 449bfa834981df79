import { ownValue } from '../../shared/own-value.ts';

type ShortcutAction =
  | 'next'
  | 'previous'
  | 'accept'
  | 'filter'
  | 'zoom-in'
  | 'zoom-out'
  | 'mode-1'
  | 'mode-2'
  | 'mode-3';

/** Shortcuts in groups, as the page lists them. */
export const SHORTCUT_HINTS: [keys: string[], meaning: string][] = [
  [['j', 'k'], 'next, previous'],
  [['1', '2', '3'], 'view'],
  [['+', '−'], 'zoom'],
  [['a'], 'accept'],
  [['/'], 'filter'],
];

const KEYS: Record<string, ShortcutAction> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  a: 'accept',
  '/': 'filter',
  '+': 'zoom-in',
  '=': 'zoom-in',
  '-': 'zoom-out',
  1: 'mode-1',
  2: 'mode-2',
  3: 'mode-3',
};

const FIELDS = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';

/** Elements that the arrow keys scroll. */
const SCROLLED = '[data-scrolls]';

export function listenToShortcuts(areOn: () => boolean, actions: Record<ShortcutAction, () => void>): void {
  document.addEventListener('keydown', (event) => {
    const action = areOn() ? shortcutOf(event) : undefined;
    if (!action) return;
    event.preventDefault();
    actions[action]();
  });
}

/** Returns undefined in form fields, and with a modifier other than Shift, which `+` and `/` need on some keyboards. */
function shortcutOf({ key, ctrlKey, metaKey, altKey, isComposing, target }: KeyboardEvent): ShortcutAction | undefined {
  if (ctrlKey || metaKey || altKey || isComposing) return undefined;
  const element = target instanceof Element ? target : undefined;
  if (element?.closest(FIELDS)) return undefined;
  if (key.startsWith('Arrow') && element?.closest(SCROLLED)) return undefined;
  return ownValue(KEYS, key);
}
