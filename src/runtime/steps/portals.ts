import type { Scope } from './targets.ts';

/**
 * Returns a scope of a demo and of its portals: children of the body that did not exist when this was called.
 *
 * @param root the demo's element; the body of a page that shows only the demo
 */
export function scopeOf(root: Element): Scope {
  const { body } = root.ownerDocument;
  const known = new Set<Element>(body.children);
  return {
    roots: () =>
      root === body
        ? [body]
        : [root, ...[...body.children].filter((child) => !known.has(child) && !child.contains(root))],
  };
}
