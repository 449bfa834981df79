export type ListBox = ReturnType<typeof createListBox>;

/** The list of the search dialog as part of a combobox: one option is active while the input keeps the focus. */
export function createListBox(input: HTMLElement, list: HTMLElement, status: HTMLElement) {
  const active = (): HTMLElement | null => list.querySelector('[aria-selected="true"]');
  return {
    list,
    options: (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role="option"]')],
    active,
    /** Activates an option, or none, and scrolls the list to it. */
    activate(option: HTMLElement | undefined, { scrolls }: { scrolls: boolean } = { scrolls: true }): void {
      active()?.setAttribute('aria-selected', 'false');
      option?.setAttribute('aria-selected', 'true');
      if (scrolls) option?.scrollIntoView({ block: 'nearest' });
      if (option) input.setAttribute('aria-activedescendant', option.id);
      else input.removeAttribute('aria-activedescendant');
    },
    isWaiting: (): boolean => list.hasAttribute('aria-busy'),
    wait(message?: string): void {
      list.setAttribute('aria-busy', 'true');
      if (message !== undefined) status.textContent = message;
    },
    settle(message: string): void {
      list.removeAttribute('aria-busy');
      status.textContent = message;
      const isExpanded = list.childElementCount > 0;
      list.hidden = !isExpanded;
      input.setAttribute('aria-expanded', String(isExpanded));
    },
  };
}
