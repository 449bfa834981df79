/** The list of the search dialog as part of a combobox: one option is active while the input keeps the focus. */
export interface ListBox {
  readonly list: HTMLElement;
  options: () => HTMLElement[];
  active: () => HTMLElement | null;
  /** Activates an option, or none, and scrolls the list to it. */
  activate: (option: HTMLElement | undefined, options?: { scrolls: boolean }) => void;
  isWaiting: () => boolean;
  wait: (message?: string) => void;
  settle: (message: string) => void;
}

export function createListBox(input: HTMLElement, list: HTMLElement, status: HTMLElement): ListBox {
  const active = (): HTMLElement | null => list.querySelector('[aria-selected="true"]');
  return {
    list,
    options: () => [...list.querySelectorAll<HTMLElement>('[role="option"]')],
    active,
    activate(option, { scrolls } = { scrolls: true }) {
      active()?.setAttribute('aria-selected', 'false');
      option?.setAttribute('aria-selected', 'true');
      if (scrolls) option?.scrollIntoView({ block: 'nearest' });
      if (option) input.setAttribute('aria-activedescendant', option.id);
      else input.removeAttribute('aria-activedescendant');
    },
    isWaiting: () => list.hasAttribute('aria-busy'),
    wait(message) {
      list.setAttribute('aria-busy', 'true');
      if (message !== undefined) status.textContent = message;
    },
    settle(message) {
      list.removeAttribute('aria-busy');
      status.textContent = message;
      const isExpanded = list.childElementCount > 0;
      list.hidden = !isExpanded;
      input.setAttribute('aria-expanded', String(isExpanded));
    },
  };
}
