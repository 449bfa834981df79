import { escapeRegExp } from './escape-reg-exp.ts';

/** Anchors that a page no longer has: a regular expression for their names, and the URL of the page that has them now. */
export type MovedAnchors = [names: string, href: string][];

/** Returns the regular expression, as text, for anchors of `redirectFrom`: a name, or the beginning of names and `*`. */
export function anchorPattern(anchors: readonly string[]): string {
  return anchors.map((anchor) => escapeRegExp(anchor).replace(/\\\*$/, '.+')).join('|');
}

/** Returns true if an anchor of `redirectFrom`, such as `api-*`, matches an anchor, which may be such a pattern too. */
export function includesAnchor(anchor: string, other: string): boolean {
  return new RegExp(`^(?:${anchorPattern([anchor])})$`).test(other);
}

export function movedTo(moved: MovedAnchors | undefined, hash: string): string | undefined {
  let name = hash.slice(1);
  try {
    name = decodeURIComponent(name);
  } catch {
    // A `%` that starts no escape sequence is a literal percent sign.
  }
  const found = moved?.find(([names]) => new RegExp(`^(?:${names})$`).test(name));
  return found && found[1] + hash;
}
