import type { Site } from '../config/types.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import { feedDate, feedsOf } from '../feeds.ts';
import { place } from './check-config.ts';
import type { SourcePage } from './types.ts';

/** Reports feeds that cannot be written, and dates of front matter that are none (CD233). */
export function checkFeeds(site: Site, pages: readonly SourcePage[]): Diagnostic[] {
  const { config } = site;
  const inFeeds = pages.map((page) => ({ page, folders: feedsOf(page.routePath, config).map(({ folder }) => folder) }));
  const report = (text: string, note: string, location: Location | undefined): Diagnostic => ({
    severity: 'error',
    code: 'CD233',
    text,
    location,
    notes: [note],
  });
  const missing =
    config.feed.length > 0 && !config.sitemap
      ? [
          report(
            '`feed` needs the address of the site',
            "Write: sitemap: { hostname: 'https://example.org' }.",
            place(site, 'feed', ['']),
          ),
        ]
      : [];
  const empty = config.feed
    .filter(({ folder }) => !inFeeds.some(({ folders }) => folders.includes(folder)))
    .map(({ folder }) =>
      report(
        `There is no page in ${folder} for its feed`,
        'Name the address of a folder, without base and locale.',
        place(site, folder),
      ),
    );
  const wrongDates = inFeeds
    .filter(({ folders, page }) => folders.length > 0 && page.frontmatter.date !== undefined)
    .filter(({ page }) => feedDate(page.frontmatter.date) === undefined)
    .map(
      ({ page }): Diagnostic => ({
        severity: 'warning',
        code: 'CD233',
        text: `\`date\` of ${page.routePath} is not a date, so that its feed does not have the page`,
        location: page.frontmatterLocations.date,
        notes: ['Write a day, such as 2026-03-01, or a time, such as 2026-03-01T10:00:00Z'],
      }),
    );
  return [...missing, ...empty, ...wrongDates];
}
