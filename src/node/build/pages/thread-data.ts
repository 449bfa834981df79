/** What can be given to a thread. */

import type { Site } from '../../project/config/types.ts';
import type { PageMakerData, PageThreadData } from './protocol.ts';

/** The site without plugins of bundler and PostCSS, which are functions, and no matter of pages. */
export function withoutFunctions(site: Site): Site {
  const esbuild = { ...site.config.esbuild, plugins: [] };
  return { ...site, config: { ...site.config, esbuild, postcss: undefined } };
}

/** Data for a thread: each page comes with its own texts when its turn comes. */
export function toThreadData({ loaded: { texts: _texts, ...loaded }, ...data }: PageMakerData): PageThreadData {
  return { ...data, site: withoutFunctions(data.site), loaded };
}
