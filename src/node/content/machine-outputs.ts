import type { ResolvedConfig } from '../project/config/types.ts';
import { FEED_PATH, feedsOf, isChangeLog } from '../project/feeds.ts';
import type { SourcePage } from './types.ts';

/** Returns true if each page has a Markdown version. */
export function hasTwins({ llms }: Pick<ResolvedConfig, 'llms'>): boolean {
  return llms !== false && llms.twins;
}

/**
 * Returns the paths of `sitemap.xml` and feeds if the host is known, `robots.txt` for a site at the root of its host,
 * `llms.txt`, and the files at Storybook's URLs. Excludes files about versions and types.
 */
export function machineOutputs(pages: readonly SourcePage[], config: ResolvedConfig): ReadonlySet<string> {
  const { sitemap, base, llms } = config;
  const feeds = sitemap ? pages.flatMap(({ routePath }) => feedsOf(routePath, config)) : [];
  return new Set([
    ...(sitemap ? ['sitemap.xml'] : []),
    ...(pages.some(({ routePath }) => isChangeLog(routePath, config)) ? [FEED_PATH] : []),
    ...feeds.map(({ output }) => output),
    ...(base === '/' ? ['robots.txt'] : []),
    ...(llms ? ['llms.txt'] : []),
    ...(hasTwins(config) ? ['llms-full.txt'] : []),
    ...(config.stories.length > 0 ? ['index.json', 'iframe.html'] : []),
  ]);
}
