import type { Locale } from '../../shared/entities.ts';
import { addLocale, isBelow, localeOf, removeLocale } from '../../shared/route-path.ts';
import type { ResolvedConfig } from './config/types.ts';

/** Output path of the feed of a change log. */
export const FEED_PATH = 'feed.xml';

/** Returns true for a change log with a feed. The URL of the site must be known, and `feed` must not contain the root folder. */
export function isChangeLog(route: string, { sitemap, feed }: ResolvedConfig): boolean {
  return sitemap !== undefined && /^\/changelog$/i.test(route) && !feed.some(({ folder }) => folder === '/');
}

export interface FolderFeed {
  folder: string;
  title: string;
  locale: Locale;
  route: string;
  output: string;
}

/** Returns the feeds of the folders that contain a page, or whose index page it is. */
export function feedsOf(routePath: string, { feed, locales }: Pick<ResolvedConfig, 'feed' | 'locales'>): FolderFeed[] {
  const locale = localeOf(routePath, locales);
  const path = removeLocale(routePath, locale);
  return feed
    .filter(({ folder }) => isBelow(path, folder))
    .map(({ folder, title }) => {
      const route = addLocale(folder, locale);
      return { folder, title, locale, route, output: `${route === '/' ? '' : `${route.slice(1)}/`}feed.xml` };
    });
}

const DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)? ?(Z|[+-]\d{2}:\d{2})?)?$/;

/** Returns undefined for an invalid date. A time without a zone is UTC, so that all machines write the same feed. */
export function feedDate(date: unknown): string | undefined {
  const [, day, time = '00:00', zone = 'Z'] = DATE.exec(typeof date === 'string' ? date.trim() : '') ?? [];
  const read = new Date(`${day}T${time}${zone}`);
  const isDay = new Date(`${day}T00:00Z`).getUTCDate() === Number(day?.slice(8));
  return isDay && !Number.isNaN(read.getTime()) ? read.toISOString().replace('.000Z', 'Z') : undefined;
}
