import { MENU_ATTRIBUTE } from '../../shared/dom-contract.ts';

const MENU = `details[${MENU_ATTRIBUTE}]`;

/**
 * When a menu closes, returns the focus to its button, unless the reader's choice has moved the focus. Closes drawers
 * when a link is followed.
 */
export function startMenus(): void {
  const close = (keep?: Element | null): void => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(`${MENU}[open]`)) {
      if (menu === keep) continue;
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
      menu.open = false;
    }
  };
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const isChoice = !target.closest('summary') && target.closest(`${MENU} :is(a, button, label)`) !== null;
    close(isChoice ? null : target.closest(MENU));
    if (target.closest('a[href]')) target.closest<HTMLElement>('[popover]:popover-open')?.hidePopover();
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
}
