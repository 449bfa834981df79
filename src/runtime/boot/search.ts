import { SEARCH_ATTRIBUTE, SEARCH_CLOSE_ATTRIBUTE, SEARCH_HASH, STATIC_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { ENTER_ATTRIBUTE } from '../events.ts';
import { loadModule } from '../load-module.ts';

/** Elements where a slash is text input, and demos, which handle their keys themselves. */
const NOT_OURS = `input, textarea, select, [contenteditable], [${STATIC_ATTRIBUTE}^="demo:"]`;

/**
 * Opens the dialog on click, `/`, Ctrl+K or Cmd+K, and for the search hash, to which pages of other versions link.
 */
export function startSearch(): void {
  const started = new WeakSet<HTMLDialogElement>();
  let pressed: EventTarget | null = null;
  let again = '';
  const open = (event?: Event): void => {
    const dialog = document.querySelector<HTMLDialogElement>(`dialog[${SEARCH_ATTRIBUTE}]`);
    // A modal dialog handles all keys itself.
    if (!dialog || document.querySelector(':modal')) return;
    event?.preventDefault();
    dialog.togglePopover();
    if (!dialog.matches(':popover-open')) return;
    const input = dialog.querySelector('input');
    // Some browsers do not focus an input when its text is selected.
    input?.focus();
    input?.select();
    if (started.has(dialog)) return;
    started.add(dialog);
    loadModule<{ startSearch: (dialog: HTMLDialogElement) => void }>(`${dialog.dataset.script}${again}`).then(
      (module) => module.startSearch(dialog),
      () => {
        started.delete(dialog);
        // A browser may cache the failed import, so the retry uses a different fragment.
        again += '#';
        dialog.querySelector('[role="status"]')?.replaceChildren(dialog.dataset.failed ?? '');
      },
    );
  };
  document.addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event;
      // For listeners outside of a shadow root, `event.target` is the host.
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
    if (!(target instanceof Element) || button || ctrlKey || metaKey || shiftKey || altKey) return;
    if (target.closest(`a[${SEARCH_ATTRIBUTE}]`)) open(event);
    const dialog = target.closest<HTMLDialogElement>(`dialog[${SEARCH_ATTRIBUTE}]`);
    // A click on the dialog element is outside of its content, unless it started inside, as at the end of a text selection.
    const isBeside = target === dialog && pressed === dialog;
    if (dialog && (isBeside || target.closest(`[${SEARCH_CLOSE_ATTRIBUTE}]`))) dialog.hidePopover();
  });
  if (location.hash === SEARCH_HASH) open();
}
