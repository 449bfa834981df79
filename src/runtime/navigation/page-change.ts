/** Code that changes the page, apart from rendering. Loaded with the first navigation. */
import { ENHANCE_QUERY_ATTRIBUTE, STATIC_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { addDemoStyles, applyStyles, updateHead } from './head.ts';

export { loadStyles } from './head.ts';

const FOLDERS = `[${STATIC_ATTRIBUTE}="sidebar"] details`;

/** Closes popovers. Sidebar folders stay as the reader left them. */
export function changePage(from: Document, render: () => void): void {
  for (const popover of document.querySelectorAll<HTMLElement>(':popover-open')) popover.hidePopover();
  // A modal dialog would leave the new page inert.
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close();
  applyStyles(from);
  updateHead(from);
  const folders = new Map(foldersOf(document));
  render();
  // Must follow the rendering, because libraries remove styles together with the last demo that uses them.
  addDemoStyles(from);
  for (const [name, folder] of foldersOf(document)) {
    const isCurrent = folder.querySelector('[aria-current="page"]') !== null;
    folder.open = isCurrent || (folders.get(name)?.open ?? folder.open);
  }
  // A document has a script for this (`QUERY_SCRIPT`), but it is not run for a page that is shown without a new document.
  if (!location.search) return;
  for (const element of document.querySelectorAll(`[${ENHANCE_QUERY_ATTRIBUTE}]`))
    element.dispatchEvent(new Event('input', { bubbles: true }));
}

function foldersOf(scope: Document): [string, HTMLDetailsElement][] {
  return [...scope.querySelectorAll<HTMLDetailsElement>(FOLDERS)].map((folder) => {
    const path: (string | null | undefined)[] = [];
    for (let at: Element | null | undefined = folder; at; at = at.parentElement?.closest(FOLDERS))
      path.push(at.querySelector('summary')?.textContent);
    return [path.join('\n'), folder];
  });
}

/** Attribute of the root element during a fade between two pages. */
const FADING_ATTRIBUTE = 'data-fading';

/** Fades briefly, and the page stays usable. Without browser support or with reduced motion, the update is immediate. */
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
  // If a transition is skipped because another one starts or the window is hidden, its update has still run.
  ready.catch(() => undefined);
  const end = (): void => {
    if (root.getAttribute(FADING_ATTRIBUTE) === name) root.removeAttribute(FADING_ATTRIBUTE);
  };
  finished.then(end, end);
}
