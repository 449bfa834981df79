/** What a change of page takes beside rendering. It is loaded with the first one. */
import { STATIC_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { addDemoStyles, applyStyles, updateHead } from './head.ts';

export { loadStyles } from './head.ts';

/** Folders of the sidebar. */
const FOLDERS = `[${STATIC_ATTRIBUTE}="sidebar"] details`;

/**
 * Puts another page into this document: its head, its styles, and what `render` renders at once. Popovers close; folders
 * of the sidebar that the visitor opened stay open, and those that were closed stay closed.
 */
export function changePage(from: Document, render: () => void): void {
  for (const popover of document.querySelectorAll<HTMLElement>(':popover-open')) popover.hidePopover();
  // A modal dialog would leave the new page inert.
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close();
  applyStyles(from);
  updateHead(from);
  const folders = new Map(foldersOf(document));
  render();
  // Not before: with the last demo that has them, libraries take styles away.
  addDemoStyles(from);
  for (const [name, folder] of foldersOf(document)) {
    const isCurrent = folder.querySelector('[aria-current="page"]') !== null;
    folder.open = isCurrent || (folders.get(name)?.open ?? folder.open);
  }
}

/** Folders by the titles that lead to them. */
function foldersOf(scope: Document): [string, HTMLDetailsElement][] {
  return [...scope.querySelectorAll<HTMLDetailsElement>(FOLDERS)].map((folder) => {
    const path: (string | null | undefined)[] = [];
    for (let at: Element | null | undefined = folder; at; at = at.parentElement?.closest(FOLDERS))
      path.push(at.querySelector('summary')?.textContent);
    return [path.join('\n'), folder];
  });
}

/** Attribute of the root element while one page fades into another. */
const FADING_ATTRIBUTE = 'data-fading';

/**
 * Runs an update of the page as a view transition, where the browser has them and motion is welcome; else at once. It is
 * short, and the page can be used meanwhile.
 */
export function fade(update: () => void): void {
  const isWelcome = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!isWelcome || document.hidden || !document.startViewTransition) {
    update();
    return;
  }
  const root = document.documentElement;
  const name = String(performance.now());
  root.setAttribute(FADING_ATTRIBUTE, name);
  const { ready, finished } = document.startViewTransition(update);
  // A transition that is skipped, for another one or a hidden window, has run its update all the same.
  ready.catch(() => undefined);
  const end = (): void => {
    if (root.getAttribute(FADING_ATTRIBUTE) === name) root.removeAttribute(FADING_ATTRIBUTE);
  };
  finished.then(end, end);
}
