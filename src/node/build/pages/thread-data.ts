/** Data that can be sent to a worker. */

import type { LoadedSite } from '../../content/types.ts';
import type { Site } from '../../project/config/types.ts';
import type { PageMakerData, PageThreadData } from './protocol.ts';

/** Returns the site without plugins of the bundler and PostCSS, which are functions and do not affect pages. */
function withoutFunctions(site: Site): Site {
  const esbuild = { ...site.config.esbuild, plugins: [] };
  return { ...site, config: { ...site.config, esbuild, postcss: undefined } };
}

/** Returns the data for a worker. Page text is sent with each page, and the files of sealed versions are left out. */
export function toThreadData({ loaded: all, ...data }: PageMakerData): PageThreadData {
  const { texts: _texts, versions: _versions, ...loaded }: LoadedSite = all;
  return { ...data, site: withoutFunctions(data.site), loaded };
}
