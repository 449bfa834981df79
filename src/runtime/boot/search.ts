import { SEARCH_ATTRIBUTE, SEARCH_CLOSE_ATTRIBUTE, STATIC_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { ENTER_ATTRIBUTE } from '../events.ts';
import { loadModule } from '../load-module.ts';

/** Elements in which a slash is a letter, and demos, whose keys are their own. */
const NOT_OURS = `input, textarea, select, [contenteditable], [${STATIC_ATTRIBUTE}^="demo:"]`;

/** Opens the search dialog on a click on what is marked, on `/` and on Ctrl or Cmd with K. Its script is loaded then. */
export function startSearch(): void {
  const started = new WeakSet<HTMLDialogElement>();
  let pressed: EventTarget | null = null;
  let again = '';
  const open = (event: Event): void => {
    const dialog = document.querySelector<HTMLDialogElement>(`dialog[${SEARCH_ATTRIBUTE}]`);
    if (!dialog) return;
    // The page's keys belong to it.
    if (document.querySelector(':modal')) return;
    event.preventDefault();
    dialog.togglePopover();
    if (!dialog.matches(':popover-open')) return;
    const input = dialog.querySelector('input');
    // Not every engine gives the focus to what is selected.
    input?.focus();
    input?.select();
    if (started.has(dialog)) return;
    started.add(dialog);
    loadModule<{ startSearch: (dialog: HTMLDialogElement) => void }>(`${dialog.dataset.script}${again}`).then(
      (module) => module.startSearch(dialog),
      () => {
        started.delete(dialog);
        // A browser may remember that a module could not be loaded: with another fragment it is another one.
        again += '#';
        const status = dialog.querySelector('[role="status"]');
        if (status) status.textContent = dialog.dataset.failed ?? '';
      },
    );
  };
  document.addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event;
      // Inside a shadow root the target is its host.
      const target = event.composedPath()[0];
      if (isComposing || !(target instanceof Element)) return;
      if (key === 'Enter') target.closest(`dialog[${SEARCH_ATTRIBUTE}]`)?.setAttribute(ENTER_ATTRIBUTE, '');
      const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !target.closest(NOT_OURS);
      if (isSlash || (key.toLowerCase() === 'k' && (ctrlKey || metaKey))) open(event);
    },
    true,
  );
  document.addEventListener('pointerdown', ({ target }) => {
    pressed = target;
  });
  document.addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey, altKey, button } = event;
    if (!(target instanceof Element) || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    if (target.closest(`a[${SEARCH_ATTRIBUTE}]`)) open(event);
    const dialog = target.closest<HTMLDialogElement>(`dialog[${SEARCH_ATTRIBUTE}]`);
    // A click on the dialog itself is one beside its content, unless it began inside, as the end of a selection.
    const isBeside = target === dialog && pressed === dialog;
    if (dialog && (isBeside || target.closest(`[${SEARCH_CLOSE_ATTRIBUTE}]`))) dialog.hidePopover();
  });
}
