import { MENU_ATTRIBUTE } from '../../shared/dom-contract.ts';

const MENU = `details[${MENU_ATTRIBUTE}]`;

/** Closes `<details>` menus on a click elsewhere, on a choice and on Escape. Closes drawers when a link is followed. */
export function startMenus(): void {
  const close = (keep?: Element | null): void => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(`${MENU}[open]`))
      if (menu !== keep) menu.open = false;
  };
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const isChoice = !target.closest('summary') && target.closest(`${MENU} :is(a, button, label)`) !== null;
    close(isChoice ? null : target.closest(MENU));
    if (target.closest('a[href]')) target.closest<HTMLElement>('[popover]:popover-open')?.hidePopover();
  });
  document.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Escape') return;
    const menu = target instanceof Element ? target.closest<HTMLDetailsElement>(`${MENU}[open]`) : null;
    menu?.querySelector('summary')?.focus();
    close();
  });
}
