/** What can be given to a thread. */

import type { LoadedSite, SourcePage } from '../../content/types.ts';
import type { Site } from '../../project/config/types.ts';

/** The site without plugins of bundler and PostCSS, which are functions, and no matter of pages. */
export function withoutFunctions(site: Site): Site {
  const esbuild = { ...site.config.esbuild, plugins: [] };
  return { ...site, config: { ...site.config, esbuild, postcss: undefined } };
}

/** The pages as others see them: each comes with its own text when its turn comes. */
export function withoutTexts(loaded: LoadedSite): LoadedSite {
  const withoutText = (page: SourcePage): SourcePage => ({
    ...page,
    source: '',
    frontmatterLocations: {},
    tabs: page.tabs.map((tab) => ({ ...tab, page: withoutText(tab.page) })),
  });
  return { ...loaded, pages: loaded.pages.map(withoutText) };
}
