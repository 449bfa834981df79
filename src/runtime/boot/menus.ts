/** Menus that are `<details>`: a click elsewhere, a choice and Escape close them. Drawers close when a link is followed. */
export function startMenus(): void {
  const close = (keep?: Element | null): void => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]'))
      if (menu !== keep) menu.open = false;
  };
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const isChoice = target.closest('.menu-panel a, .menu-panel button, .menu-panel label') !== null;
    close(isChoice ? null : target.closest('details.menu'));
    if (target.closest('a[href]')) target.closest<HTMLElement>('[popover]:popover-open')?.hidePopover();
  });
  document.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Escape') return;
    const menu = target instanceof Element ? target.closest<HTMLDetailsElement>('details.menu[open]') : null;
    menu?.querySelector('summary')?.focus();
    close();
  });
}
