import { computeAccessibleName, getRole } from 'dom-accessibility-api';

/** Returns the role of an element; `generic` without one. */
export function roleOf(element: Element): string {
  return getRole(element) ?? 'generic';
}

/** Returns the accessible name of an element, with collapsed white space. */
export function nameOf(element: Element): string {
  return collapse(computeAccessibleName(element));
}

/** Returns the visible text of an element, with collapsed white space. */
export function textOf(element: Element): string {
  return collapse((element as HTMLElement).innerText ?? element.textContent ?? '');
}

/** Collapses white space as HTML does. */
export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Returns true if a text contains a pattern. A global regular expression would remember the position of its last match. */
export function hasPattern(text: string, { source, flags }: RegExp): boolean {
  return new RegExp(source, flags.replace('g', '')).test(text);
}

/** Returns true for an element that has a box and is not hidden by a style. */
export function isVisible(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  if (hasArea(element)) return true;
  // An element without a box of its own, such as one with `display: contents`, is visible if its content is.
  return [...element.children].some(isVisible) || [...element.childNodes].some(hasText);
}

function hasText(node: Node): boolean {
  if (node.nodeType !== node.TEXT_NODE || !node.textContent?.trim()) return false;
  const range = node.ownerDocument?.createRange();
  range?.selectNodeContents(node);
  return range !== undefined && hasArea(range);
}

function hasArea(what: Element | Range): boolean {
  const { width, height } = what.getBoundingClientRect();
  return width > 0 && height > 0;
}

/** Returns true for a visible element that assistive technology can reach. */
export function isExposed(element: Element): boolean {
  return isVisible(element) && !element.closest('[aria-hidden="true"]');
}

/** Returns true for a native control or an ARIA control that is disabled. */
export function isDisabled(element: Element): boolean {
  return element.matches(':disabled') || element.closest('[aria-disabled="true"]') !== null;
}
