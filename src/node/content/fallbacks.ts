import { addLocale, localeOf, removeLocale } from '../../shared/route-path.ts';
import type { Site } from '../project/config/types.ts';
import type { LoadedSite, SourcePage } from './types.ts';

/** Skips routes that another page, redirect or public file uses. */
export function attachFallbacks(
  { config }: Site,
  { pages, publicFiles, redirects }: Pick<LoadedSite, 'pages' | 'publicFiles' | 'redirects'>,
): void {
  const [first, ...others] = config.locales;
  if (!config.fallback || !first || others.length === 0) return;
  const taken = new Set(
    [
      ...pages.map(({ routePath }) => routePath),
      ...redirects.map(({ from }) => from),
      ...publicFiles.map(({ output }) => `/${output.replace(/(?:^|\/)index\.html$/, '')}`),
    ].map((url) => url.toLowerCase()),
  );
  for (const page of pages) {
    if (page.locale !== first.id) continue;
    const path = removeLocale(page.routePath, first);
    page.fallbacks = others
      .map((locale) => ({ locale: locale.id, routePath: addLocale(path, locale) }))
      // A folder's name may equal the base of a locale. The pages in that folder belong to the locale.
      .filter(({ locale, routePath }) => localeOf(routePath, config.locales).id === locale)
      .filter(({ routePath }) => !taken.has(routePath.toLowerCase()));
  }
}

/** A page at its own route, or at a route where it is the fallback for a missing translation. */
export type ShownPage = SourcePage & {
  original?: SourcePage;
};

/** Returns the pages of a content locale, including fallback pages from other locales, sorted by route. */
export function pagesShownIn(locale: string, pages: SourcePage[]): ShownPage[] {
  const shown = pages.flatMap((page): ShownPage[] => {
    if (page.locale === locale) return [page];
    const own = page.fallbacks?.find((fallback) => fallback.locale === locale);
    return own ? [{ ...page, ...own, original: page }] : [];
  });
  return shown.sort((a, b) => (a.routePath === b.routePath ? 0 : a.routePath < b.routePath ? -1 : 1));
}
