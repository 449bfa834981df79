import { TAB_CLASS, TAB_LIST_CLASS } from '../../shared/dom-contract.ts';

export interface Tab {
  key: string;
  title: string;
  message?: string;
  panel: HTMLElement;
}

export interface TabListOptions {
  /** Element that becomes the tab list; its content is replaced. */
  list: HTMLElement;
  tabs: Tab[];
  label: string;
  prefix: string;
  /** Called when the reader chooses a tab. Default: selects the tab. */
  onChoose?: (key: string) => void;
}

/** Arrow keys, Home and End move the focus and select. The browser's search can still find hidden panels. */
export function createTabList({ list, tabs, label, prefix, onChoose }: TabListOptions): (key: string) => void {
  const buttons = tabs.map(({ key, title, message, panel }) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = TAB_CLASS;
    button.id = `${prefix}-${key}-tab`;
    button.textContent = title;
    if (message) button.dataset.message = message;
    button.setAttribute('role', 'tab');
    panel.id ||= `${prefix}-${key}-panel`;
    button.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', button.id);
    return button;
  });
  const select = (key: string): void => {
    for (const [index, { key: own, panel }] of tabs.entries()) {
      const isSelected = own === key;
      buttons[index]?.setAttribute('aria-selected', String(isSelected));
      if (buttons[index]) buttons[index].tabIndex = isSelected ? 0 : -1;
      if (isSelected) panel.removeAttribute('hidden');
      else panel.setAttribute('hidden', 'until-found');
    }
    // As `<details>` does when it opens.
    list.dispatchEvent(new Event('toggle'));
  };
  const choose = onChoose ?? select;
  for (const [index, { key, panel }] of tabs.entries()) {
    buttons[index]?.addEventListener('click', () => choose(key));
    panel.addEventListener('beforematch', () => choose(key));
  }
  list.addEventListener('keydown', (event) => {
    const index = targetIndex(event, buttons);
    const [button, tab] = [buttons[index], tabs[index]];
    if (!button || !tab) return;
    event.preventDefault();
    button.focus();
    choose(tab.key);
  });
  list.classList.add(TAB_LIST_CLASS);
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', label);
  list.replaceChildren(...buttons);
  select(tabs[0]?.key ?? '');
  return select;
}

function targetIndex({ key, target }: KeyboardEvent, buttons: HTMLElement[]): number {
  const index = buttons.indexOf(target as HTMLElement);
  const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (key === 'Home') return 0;
  if (key === 'End') return buttons.length - 1;
  if (key === forward) return (index + 1) % buttons.length;
  if (key === 'ArrowLeft' || key === 'ArrowRight') return (index - 1 + buttons.length) % buttons.length;
  return -1;
}
