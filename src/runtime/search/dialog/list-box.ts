/** The list of the search dialog as a combobox has it: one option is active, while the input keeps the focus. */
export interface ListBox {
  readonly list: HTMLElement;
  options: () => HTMLElement[];
  active: () => HTMLElement | null;
  /** Makes an option the active one, or none. */
  activate: (option: HTMLElement | undefined) => void;
  /** True from `wait` to `settle`. */
  isWaiting: () => boolean;
  /** Says that options are on their way. */
  wait: (message?: string) => void;
  /** Says that these are the options. */
  settle: (message: string) => void;
}

/** Joins the three elements. */
export function createListBox(input: HTMLElement, list: HTMLElement, status: HTMLElement): ListBox {
  const active = (): HTMLElement | null => list.querySelector('[aria-selected="true"]');
  return {
    list,
    options: () => [...list.querySelectorAll<HTMLElement>('[role="option"]')],
    active,
    activate(option) {
      active()?.setAttribute('aria-selected', 'false');
      option?.setAttribute('aria-selected', 'true');
      option?.scrollIntoView({ block: 'nearest' });
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
