import { readStorage, writeStorage } from '../storage.ts';
import { createElement } from './create-element.ts';
import { SHORTCUT_HINTS } from './shortcuts.ts';

const STORAGE_KEY = 'cascader-docs-review-shortcuts';

export type HintBar = ReturnType<typeof createHintBar>;

export function createHintBar() {
  const toggle = createElement('input', { type: 'checkbox' });
  toggle.checked = readStorage(STORAGE_KEY) !== 'off';
  const hints = SHORTCUT_HINTS.map(([keys, meaning]) =>
    createElement('span', { class: 'hint' }, ...keys.map((key) => createElement('kbd', {}, key)), meaning),
  );
  const list = createElement('span', { class: 'hints-list' }, ...hints);
  const update = (): void => {
    list.hidden = !toggle.checked;
    writeStorage(STORAGE_KEY, toggle.checked ? 'on' : 'off');
  };
  toggle.addEventListener('change', update);
  list.hidden = !toggle.checked;
  return {
    element: createElement('footer', { class: 'hints soft' }, createElement('label', {}, toggle, 'Shortcuts'), list),
    /** False if the reader has switched the shortcuts off, for example because of speech input. */
    areOn: (): boolean => toggle.checked,
  };
}
