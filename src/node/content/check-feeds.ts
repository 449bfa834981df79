import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { Site } from '../project/config/types.ts';
import { feedDate, feedsOf } from '../project/feeds.ts';
import { at } from './check-config.ts';
import { locateFrontmatter } from './page-texts.ts';
import type { LoadedSite } from './types.ts';

/** Reports feeds that cannot be written (CD233), and invalid dates in front matter (CD234). */
export function checkFeeds(site: Site, { pages, texts }: Pick<LoadedSite, 'pages' | 'texts'>): Diagnostic[] {
  const { config } = site;
  const inFeeds = pages.map((page) => ({ page, folders: feedsOf(page.routePath, config).map(({ folder }) => folder) }));
  const missing =
    config.feed.length > 0 && !config.sitemap
      ? [createDiagnostic('incomplete-feed', { case: 'hostname' }, { location: at(site, 'feed', ['']) })]
      : [];
  const empty = config.feed
    .filter(({ folder }) => !inFeeds.some(({ folders }) => folders.includes(folder)))
    .map(({ folder }) =>
      createDiagnostic('incomplete-feed', { case: 'no-pages', folder }, { location: at(site, folder) }),
    );
  const wrongDates = inFeeds
    .filter(({ folders, page }) => folders.length > 0 && page.frontmatter.date !== undefined)
    .filter(({ page }) => feedDate(page.frontmatter.date) === undefined)
    .map(({ page }) =>
      createDiagnostic(
        'page-not-in-feed',
        { route: page.routePath },
        { location: locateFrontmatter(page, texts).date },
      ),
    );
  return [...missing, ...empty, ...wrongDates];
}
