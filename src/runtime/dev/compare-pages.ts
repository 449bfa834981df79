import { DEMO_STYLE_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { PageDocument } from '../navigation/page-document.ts';

/** Elements of the head that an update replaces, so they may differ. Style sheets load a font even without its preload. */
const FOLLOWED = `title, meta[name], meta[property], link[rel="canonical"], link[rel="alternate"], link[rel="stylesheet"], link[rel="preload"][as="font"], style[${DEMO_STYLE_ATTRIBUTE}], script[type="application/ld+json"], script[type="application/json"]`;

/** Returns true if boot, runtime and site data are equal, and an update can apply all new elements of the head. */
export function isSameDocument(before: PageDocument, next: PageDocument): boolean {
  const [a, b] = [before.data, next.data];
  if (a.kind !== b.kind || a.buildId !== b.buildId || JSON.stringify(a.site) !== JSON.stringify(b.site)) return false;
  const known = [...before.document.head.children];
  return [...next.document.head.children].every(
    (element) => element.matches(FOLLOWED) || known.some((other) => other.isEqualNode(element)),
  );
}

export function isEqualPage(before: PageDocument, next: PageDocument): boolean {
  return before.document.head.isEqualNode(next.document.head) && before.document.body.isEqualNode(next.document.body);
}
