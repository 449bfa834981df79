import { DEMO_STYLE_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { PageDocument } from '../navigation/page-document.ts';

/** What an update brings to the new state by itself, beside what pages differ in. */
const FOLLOWED = `title, meta[name], meta[property], link[rel="canonical"], link[rel="alternate"], link[rel="stylesheet"], style[${DEMO_STYLE_ATTRIBUTE}], script[type="application/ld+json"], script[type="application/json"]`;

/**
 * True when a page can become the other without a new document: boot, the runtime and what the runtime holds of the site
 * are the same, and the head asks for nothing that has not run.
 */
export function isSameDocument(before: PageDocument, next: PageDocument): boolean {
  const [a, b] = [before.data, next.data];
  if (a.kind !== b.kind || a.buildId !== b.buildId || JSON.stringify(a.site) !== JSON.stringify(b.site)) return false;
  const known = [...before.document.head.children];
  return [...next.document.head.children].every(
    (element) => element.matches(FOLLOWED) || known.some((other) => other.isEqualNode(element)),
  );
}

/** True when nothing has changed. */
export function isEqualPage(before: PageDocument, next: PageDocument): boolean {
  return before.document.head.isEqualNode(next.document.head) && before.document.body.isEqualNode(next.document.body);
}
