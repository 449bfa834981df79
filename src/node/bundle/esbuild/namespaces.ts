import path from 'node:path';

/** Namespace of style sheets. Plugins that resolve a style sheet also set this namespace as plugin data. */
export const STYLE_NAMESPACE = 'style';

/** Plugin data of a request that another plugin makes to resolve a style sheet again, after the style sheet plugin. */
export const SHEET_AGAIN = 'style-again';

/** Namespace of reduced barrels. A path contains the barrel's path, relative to the site's root, and the names: `a/b.ts?x,y.js`. */
export const BARREL_NAMESPACE = 'barrel';

export function barrelFile(id: string, root: string): string {
  return path.resolve(root, id.slice(0, id.lastIndexOf('?')));
}
