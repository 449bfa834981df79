import { CODE_GROUP_ATTRIBUTE } from '../shared/dom-contract.ts';

/** Panels of groups that another tab hides. */
const HIDDEN = `[${CODE_GROUP_ATTRIBUTE}] > [hidden]`;

/** Element that a hash names: an id, or the demo of an address that carries an edited one (`#edit=<id>.<files>`). */
export function elementOfHash(hash: string): Element | undefined {
  if (hash.length < 2) return undefined;
  const id = hash.startsWith('#edit=') ? hash.slice(6, Math.max(6, hash.lastIndexOf('.'))) : hash.slice(1);
  return document.getElementById(id) ?? document.getElementById(decode(id)) ?? undefined;
}

/** Opens everything that hides an element: `<details>`, and panels of tabs, which listen for `beforematch`. */
export function unfold(element: Element | undefined): void {
  // Not every engine does it for the hash of an address.
  for (let panel = element?.closest(HIDDEN); panel; panel = panel.parentElement?.closest(HIDDEN))
    panel.dispatchEvent(new Event('beforematch'));
  for (let parent = element?.closest('details'); parent; parent = parent.parentElement?.closest('details'))
    parent.open = true;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray `%` stands for itself.
    return text;
  }
}
