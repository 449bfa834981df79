import { withBase } from '../../shared/base-url.ts';
import type { PageEntry } from '../../shared/page-data.ts';
import { isBelow, removeLocale } from '../../shared/route-path.ts';
import { hasSource } from '../content/generated-pages.ts';
import type { SourcePage } from '../content/types.ts';
import type { Site } from '../project/config/types.ts';
import { extraFrontmatter, lastUpdatedOf } from './page-data.ts';

/** Lists the pages below a route path without locale, in the order of their routes; all pages for an empty path. */
export type ListPages = (locale: string, below: string) => PageEntry[];

/** Each list is built once. */
export function createPageList(site: Site, pages: readonly SourcePage[]): ListPages {
  const lists = new Map<string, PageEntry[]>();
  const build = (id: string, below: string): PageEntry[] => {
    const locale = site.config.locales.find((each) => each.id === id);
    const found = pages.filter(hasSource).flatMap((page) => {
      const place = page.locale === id ? page : page.fallbacks?.find((fallback) => fallback.locale === id);
      if (!place) return [];
      const path = locale ? removeLocale(place.routePath, locale) : place.routePath;
      const isListed = below === '' || (path !== below && isBelow(path, below));
      return isListed ? [entryOf(page, place, site)] : [];
    });
    // Fallback pages are in the order of their own routes.
    return found.sort((one, other) => (one.route < other.route ? -1 : 1));
  };
  return (locale, below) => {
    const key = `${locale} ${below}`;
    const list = lists.get(key) ?? build(locale, below);
    lists.set(key, list);
    return list;
  };
}

/** Creates the list of all pages as JSON, for modules that import it. The list is built on the first call. */
export function createAllPages(site: Site, pages: readonly SourcePage[]): () => string {
  const build = (): string => {
    const all = pages
      .filter(hasSource)
      .flatMap((page) => [page, ...(page.fallbacks ?? [])].map((place) => entryOf(page, place, site)));
    return JSON.stringify(all.sort((one, other) => (one.route < other.route ? -1 : 1)));
  };
  let list: string | undefined;
  return () => {
    list ??= build();
    return list;
  };
}

/** Creates an entry without undefined keys, which the JSON in the page would not contain. */
function entryOf(
  page: SourcePage,
  { routePath: route, locale }: Pick<SourcePage, 'routePath' | 'locale'>,
  site: Site,
): PageEntry {
  const { title, frontmatter } = page;
  const { description, debug } = frontmatter;
  const lastUpdated = lastUpdatedOf(page, site);
  return {
    title,
    route,
    href: withBase(site.config.base, route),
    ...(site.config.locales.length > 1 ? { locale } : {}),
    ...(description ? { description } : {}),
    ...(lastUpdated ? { lastUpdated } : {}),
    ...(debug ? { debug: true } : {}),
    frontmatter: JSON.parse(JSON.stringify(extraFrontmatter(page) ?? {})),
  };
}
