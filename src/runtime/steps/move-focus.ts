/** Elements that can have the focus, also if they are disabled. */
export const FOCUSABLE =
  'a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, iframe, audio[controls], video[controls], [contenteditable]:not([contenteditable=false]), [tabindex]';

/** At the end nothing has the focus. `roots` contain the elements in that order; default: the whole document. */
export function moveFocus(document: Document, direction: 1 | -1, roots: Element[] = [document.body]): void {
  const elements = tabOrder(document).filter((element) => roots.some((root) => root.contains(element)));
  const { activeElement } = document;
  const at = activeElement ? elements.indexOf(activeElement as HTMLElement) : -1;
  const next = at < 0 ? nextOf(elements, activeElement, direction) : elements[at + direction];
  if (next) {
    next.focus();
    // Tab selects the text of a field.
    if (next.matches('input')) (next as HTMLInputElement).select();
  } else (activeElement as HTMLElement | null)?.blur();
}

function tabOrder(document: Document): HTMLElement[] {
  const elements = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && !element.matches(':disabled') && isReachable(element),
  );
  const positive = elements.filter(({ tabIndex }) => tabIndex > 0).sort((a, b) => a.tabIndex - b.tabIndex);
  return [...positive, ...elements.filter(({ tabIndex }) => tabIndex === 0)].filter(isChosenRadio);
}

function isReachable(element: HTMLElement): boolean {
  if (element.closest('[inert]')) return false;
  const modal = element.ownerDocument.querySelector('dialog:modal');
  if (modal && !modal.contains(element)) return false;
  return element.checkVisibility({ visibilityProperty: true });
}

/** Of a group of radio buttons, Tab reaches only the checked one, or all if none is checked. */
function isChosenRadio(element: HTMLElement, _index: number, all: HTMLElement[]): boolean {
  const { type, name, checked, form } = element as HTMLInputElement;
  if (type !== 'radio' || name === '' || checked) return true;
  return !all.some((other) => {
    const radio = other as HTMLInputElement;
    return radio.type === 'radio' && radio.name === name && radio.form === form && radio.checked;
  });
}

/** Returns the element after or before one that Tab does not reach. */
function nextOf(elements: HTMLElement[], from: Element | null, direction: 1 | -1): HTMLElement | undefined {
  if (!from || from === from.ownerDocument.body) return direction === 1 ? elements[0] : elements.at(-1);
  const isBehind = (element: Element): boolean => {
    const position = from.compareDocumentPosition(element);
    return (position & (direction === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING)) !== 0;
  };
  return direction === 1 ? elements.find(isBehind) : elements.findLast(isBehind);
}
