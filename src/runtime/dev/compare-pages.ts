import { DEMO_STYLE_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { PageDocument } from '../navigation/page-document.ts';

/** Elements of the head that an update replaces, so they may differ. Style sheets load a font without its preload, too. */
const FOLLOWED = `title, meta[name], meta[property], link[rel="canonical"], link[rel="alternate"], link[rel="stylesheet"], link[rel="preload"][as="font"], style[${DEMO_STYLE_ATTRIBUTE}], script[type="application/ld+json"], script[type="application/json"]`;

/**
 * Returns true if a page can become the other without a new document. Boot, the runtime and the runtime's site data
 * must be the same. The head may not contain a new element that an update cannot apply, such as a script.
 */
export function isSameDocument(before: PageDocument, next: PageDocument): boolean {
  const [a, b] = [before.data, next.data];
  if (a.kind !== b.kind || a.buildId !== b.buildId || JSON.stringify(a.site) !== JSON.stringify(b.site)) return false;
  const known = [...before.document.head.children];
  return [...next.document.head.children].every(
    (element) => element.matches(FOLLOWED) || known.some((other) => other.isEqualNode(element)),
  );
}

/** Returns true if nothing has changed. */
export function isEqualPage(before: PageDocument, next: PageDocument): boolean {
  return before.document.head.isEqualNode(next.document.head) && before.document.body.isEqualNode(next.document.body);
}
