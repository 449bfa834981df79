import path from 'node:path';

/** Namespace of style sheets. Plugins that resolve a style sheet also set it as plugin data. */
export const STYLE_NAMESPACE = 'style';

/** Plugin data of a request for a style sheet that another plugin resolves again, after the style sheet plugin. */
export const SHEET_AGAIN = 'style-again';

/** Namespace of reduced barrels. Their paths are the path of the barrel, relative to the site's root, and the names: `a/b.ts?x,y.js`. */
export const BARREL_NAMESPACE = 'barrel';

export function barrelFile(id: string, root: string): string {
  return path.resolve(root, id.slice(0, id.lastIndexOf('?')));
}
