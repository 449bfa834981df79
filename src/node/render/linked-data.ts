import { isExternal } from '../../shared/base-url.ts';
import type { NavItem } from '../../shared/entities.ts';
import { isCurrentNavItem } from '../../shared/navigation-match.ts';
import type { PageData } from '../../shared/page-data.ts';
import type { ResolvedConfig } from '../project/config/types.ts';
import { urlOf } from './page-url.ts';

/** Returns JSON-LD about a page. If the host is known, the data also describes the path to the page. */
export function linkedData(
  data: PageData,
  { description, canonical }: { description?: string; canonical?: string },
  config: ResolvedConfig,
): string {
  const { title, route, lang, lastUpdated } = data;
  const { name } = config.themeConfig;
  const isTop = route === '/';
  const page = {
    '@context': 'https://schema.org',
    '@type': isTop ? 'WebSite' : 'TechArticle',
    ...(isTop ? { name } : { headline: title, isPartOf: { '@type': 'WebSite', name } }),
    description,
    inLanguage: lang,
    dateModified: lastUpdated,
    url: canonical,
  };
  const linked = isTop || !config.sitemap ? page : [page, breadcrumbList(data, config)];
  return `<script type="application/ld+json">${JSON.stringify(linked).replaceAll('<', '\\u003c')}</script>`;
}

/** Returns the path to a page: the home page, the current items of the top navigation that are pages, and the page. */
function breadcrumbList({ nav, site, locale, route, title }: PageData, config: ResolvedConfig): object {
  const own = site.locales.find(({ id }) => id === locale);
  const trail = [
    { title: config.themeConfig.name, link: '/' },
    ...currentItems(nav, (item) => isCurrentNavItem(item, route, own)),
    { title, link: route },
  ];
  // An item may lead to the page itself, and a folder to the same page as its item.
  const steps = trail.filter(
    ({ link }, at) =>
      link !== undefined && !isExternal(link) && trail.findLastIndex((step) => step.link === link) === at,
  );
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.title,
      item: urlOf(step.link ?? '', config),
    })),
  };
}

function currentItems(items: NavItem[], isCurrent: (item: NavItem) => boolean): { title: string; link?: string }[] {
  for (const item of items) {
    const below = currentItems(item.children ?? [], isCurrent);
    if (below.length > 0 || isCurrent(item)) return [item, ...below];
  }
  return [];
}
