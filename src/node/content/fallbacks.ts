import { addLocale, localeOf, removeLocale } from '../../shared/route-path.ts';
import type { Site } from '../project/config/types.ts';
import type { LoadedSite, SourcePage } from './types.ts';

/**
 * Finds where pages of the first content locale stand in for translations that are not there, and says so in the pages
 * (`fallbacks`). An address that something else of the site has is left to it.
 */
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
    ].map((address) => address.toLowerCase()),
  );
  for (const page of pages) {
    if (page.locale !== first.id) continue;
    const path = removeLocale(page.routePath, first);
    page.fallbacks = others
      .map((locale) => ({ locale: locale.id, routePath: addLocale(path, locale) }))
      // A folder of pages may be called as a locale's base is: what stands there belongs to another locale.
      .filter(({ locale, routePath }) => localeOf(routePath, config.locales).id === locale)
      .filter(({ routePath }) => !taken.has(routePath.toLowerCase()));
  }
}

/** A page where it is shown: at its own address, or at one of a translation that is not there. */
export type ShownPage = SourcePage & {
  /** The page as it is, where this is one that stands in. */
  original?: SourcePage;
};

/** The pages of a content locale, those of other locales that stand in among them, in the order of their routes. */
export function pagesShownIn(locale: string, pages: SourcePage[]): ShownPage[] {
  const shown = pages.flatMap((page): ShownPage[] => {
    if (page.locale === locale) return [page];
    const own = page.fallbacks?.find((fallback) => fallback.locale === locale);
    return own ? [{ ...page, ...own, original: page }] : [];
  });
  return shown.sort((a, b) => (a.routePath === b.routePath ? 0 : a.routePath < b.routePath ? -1 : 1));
}
