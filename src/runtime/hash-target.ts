import { CODE_GROUP_ATTRIBUTE } from '../shared/dom-contract.ts';

const HIDDEN = `[${CODE_GROUP_ATTRIBUTE}] > [hidden]`;

/** Returns the element that a hash refers to: by its id, or as the demo in a URL with an edited demo (`#edit=<id>.<files>`). */
export function elementOfHash(hash: string): Element | undefined {
  if (hash.length < 2) return undefined;
  const id = hash.startsWith('#edit=') ? hash.slice(6, Math.max(6, hash.lastIndexOf('.'))) : hash.slice(1);
  return document.getElementById(id) ?? document.getElementById(decode(id)) ?? undefined;
}

/** Opens all elements that hide an element: `<details>`, and tab panels, which listen for `beforematch`. */
export function unfold(element: Element | undefined): void {
  // Some browsers do not dispatch `beforematch` for the hash of a URL.
  for (let panel = element?.closest(HIDDEN); panel; panel = panel.parentElement?.closest(HIDDEN))
    panel.dispatchEvent(new Event('beforematch'));
  for (let parent = element?.closest('details'); parent; parent = parent.parentElement?.closest('details'))
    parent.open = true;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A `%` that starts no escape sequence is a literal percent sign.
    return text;
  }
}
