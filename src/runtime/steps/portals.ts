import type { Scope } from './targets.ts';

/** Portals: children of the body that did not exist when this was called. */
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
