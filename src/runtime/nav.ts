import { isExternal, withBase } from '../shared/base-url.ts';
import type { NavItem } from '../shared/entities.ts';
import { isCurrentNavItem } from '../shared/navigation-match.ts';
import { ownValue } from '../shared/own-value.ts';
import { LIST_ROUTE } from '../shared/page-data.ts';
import { addLocale, removeLocale } from '../shared/route-path.ts';
import { CURRENT_VERSION } from '../shared/versions/versions.ts';
import { useLanguage, useMessage } from './language.ts';
import { usePage, useSite } from './page.ts';

/** An item of the top navigation, ready to render. */
export interface NavEntry {
  title: string;
  /** Language of the title, if it is an interface string. */
  lang?: string;
  /** Route path, or an external URL. */
  link?: string;
  external: boolean;
  current: boolean;
  children?: NavEntry[];
}

/** Returns the page's top navigation, with its current items marked. */
export function useNav(): NavEntry[] {
  const { nav, route, locale } = usePage();
  const { locales } = useSite();
  const message = useMessage();
  const [language] = useLanguage();
  const own = locales.find(({ id }) => id === locale);
  const entryOf = (item: NavItem): NavEntry => {
    const children = item.children?.map(entryOf);
    const isList = item.link === LIST_ROUTE;
    return {
      title: isList ? message('pages.all') : item.title,
      lang: isList ? language : undefined,
      link: item.link,
      external: item.link !== undefined && isExternal(item.link),
      current: isCurrentNavItem(item, route, own) || children?.some(({ current }) => current) === true,
      children,
    };
  };
  return nav.map(entryOf);
}

/** Returns the content locales with this page's URL in each (for 404 and lists: the home page's). Empty for a single locale. */
export function useLocaleLinks(): { id: string; name: string; href: string; current: boolean }[] {
  const { route, locale, kind, alternates } = usePage();
  const { base, locales } = useSite();
  const own = locales.find(({ id }) => id === locale);
  if (locales.length < 2 || !own) return [];
  const path = kind === 'page' ? removeLocale(route, own) : '/';
  return locales.map((target) => ({
    id: target.id,
    name: target.name,
    href: withBase(base, ownValue(alternates, target.id) ?? addLocale(path, target)),
    current: target.id === locale,
  }));
}

export interface VersionEntry {
  id: string;
  label: string;
  /** The same page in that version, or the nearest one. */
  href: string;
  current: boolean;
  /** Heading of the nearest page, if the version has no such page. */
  nearest?: string;
}

/** Returns the versions of the site with this page's URL in each (the home page's, if it is unknown). Empty for a single version. */
export function useVersions(): VersionEntry[] {
  const { route, kind, versions: links = [] } = usePage();
  const { base, versions = [] } = useSite();
  return versions.map(({ id, label, href }) => {
    const current = id === CURRENT_VERSION;
    const link = links.find((known) => known.id === id);
    const own = current && kind === 'page' ? withBase(base, route) : href;
    return { id, label, href: link?.href ?? own, current, nearest: link?.nearest };
  });
}

/** Returns the route path of the home page in the page's content locale. */
export function useHome(): string {
  const { locale } = usePage();
  const own = useSite().locales.find(({ id }) => id === locale);
  return own ? addLocale('/', own) : '/';
}
