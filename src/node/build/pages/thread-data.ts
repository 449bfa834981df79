/** Data that can be sent to a worker. */

import type { Site } from '../../project/config/types.ts';
import type { PageMakerData, PageThreadData } from './protocol.ts';

/** Returns the site without plugins of the bundler and PostCSS, which are functions and do not affect pages. */
export function withoutFunctions(site: Site): Site {
  const esbuild = { ...site.config.esbuild, plugins: [] };
  return { ...site, config: { ...site.config, esbuild, postcss: undefined } };
}

/** Returns the data for a worker. Page text is sent with each page. */
export function toThreadData({ loaded: { texts: _texts, ...loaded }, ...data }: PageMakerData): PageThreadData {
  return { ...data, site: withoutFunctions(data.site), loaded };
}
