import { withBase } from '../../shared/base-url.ts';
import type { ResolvedConfig } from '../project/config/types.ts';

/** Keeps a document out of search engines. */
export const NOT_LISTED = '<meta name="robots" content="noindex">';

/** Returns the address of a route, with the host if it is known. */
export function addressOf(route: string, { base, sitemap }: ResolvedConfig): string {
  const href = withBase(base, route);
  return sitemap ? new URL(href, sitemap.hostname).href : href;
}
