import { SEARCH_ATTRIBUTE } from '../events.ts';
import { loadModule } from '../load-module.ts';

/** Elements in which a slash is a letter. */
const TEXT_FIELDS = 'input, textarea, select, [contenteditable]';

/** Opens the search dialog on a click on what is marked, on `/` and on Ctrl or Cmd with K. Its script is loaded then. */
export function startSearch(): void {
  let started = false;
  const open = (event: Event): void => {
    const dialog = document.querySelector<HTMLDialogElement>(`dialog[${SEARCH_ATTRIBUTE}]`);
    if (!dialog) return;
    event.preventDefault();
    if (dialog.open) {
      dialog.close();
      return;
    }
    for (const popover of document.querySelectorAll<HTMLElement>(':popover-open')) popover.hidePopover();
    dialog.showModal();
    dialog.querySelector('input')?.select();
    if (started) return;
    started = true;
    loadModule<{ startSearch: (dialog: HTMLDialogElement) => void }>(dialog.dataset.script ?? '').then(
      (module) => module.startSearch(dialog),
      () => {
        started = false;
        const status = dialog.querySelector('[role="status"]');
        if (status) status.textContent = dialog.dataset.failed ?? '';
      },
    );
  };
  document.addEventListener(
    'keydown',
    (event) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (event.isComposing) return;
      const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey;
      if (isSlash ? !(target as Element).closest?.(TEXT_FIELDS) : key === 'k' && (ctrlKey || metaKey)) open(event);
    },
    true,
  );
  document.addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey, altKey, button } = event;
    if (!(target instanceof Element) || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    if (target.closest(`a[${SEARCH_ATTRIBUTE}]`)) open(event);
    const dialog = target.closest<HTMLDialogElement>(`dialog[${SEARCH_ATTRIBUTE}]`);
    // A click on the dialog itself is one beside its content.
    if (dialog && (target === dialog || target.closest('[data-search-close]'))) dialog.close();
  });
}
