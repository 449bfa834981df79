import path from 'node:path';

/** Namespace of reduced barrels. Their paths are the path of the barrel, relative to the site's root, and the names: `a/b.ts?x,y.js`. */
export const BARREL_NAMESPACE = 'barrel';

export function barrelFile(id: string, root: string): string {
  return path.resolve(root, id.slice(0, id.lastIndexOf('?')));
}
