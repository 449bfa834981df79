import { withBase } from '../../shared/base-url.ts';
import { FILE_HOSTS } from '../project/config/targets.ts';
import type { ResolvedConfig } from '../project/config/types.ts';

/** Names of documents, without `.html`, that hosts return for other URLs. */
const SPECIAL = /(?:^|\/)index$|^404$/;

/** Keeps a document out of search engines. */
export const NOT_LISTED = '<meta name="robots" content="noindex">';

export function urlOf(route: string, { base, sitemap }: ResolvedConfig): string {
  const href = withBase(base, route);
  return sitemap ? new URL(href, sitemap.hostname).href : href;
}

/**
 * Returns `a/b/index.html` for `/a/b`, or `a/b.html` if the host returns that file. Routes named `index.html` or
 * `404.html` are always folders, because these files have a meaning of their own.
 */
export function outputPathOf(route: string, { target }: Pick<ResolvedConfig, 'target'>): string {
  const name = route.slice(1);
  if (name === '') return 'index.html';
  return FILE_HOSTS.has(target) && !SPECIAL.test(name) ? `${name}.html` : folderPathOf(route);
}

/** Returns the path of a document in a folder of its own, which hosts return for the route with a slash. */
export function folderPathOf(route: string): string {
  return `${route.slice(1)}/index.html`;
}

/** Returns the route of a document that is not in a folder of its own: `/a/b` for `a/b.html`. */
export function routeOfFile(output: string): string | undefined {
  const name = output.replace(/\.html$/, '');
  return SPECIAL.test(name) ? undefined : `/${name}`;
}
