import { isExternal, withBase } from '../shared/base-url.ts';
import type { NavItem } from '../shared/entities.ts';
import { isCurrentNavItem } from '../shared/navigation-match.ts';
import type { PageData } from '../shared/page-data.ts';
import type { SidebarEntry, SidebarView } from '../shared/sidebar-view.ts';

/** A level of the path to a page. */
export interface Breadcrumb {
  title: string;
  /** URL with base; undefined for a folder without a page. */
  href?: string;
  /** True for the page itself. */
  current: boolean;
}

/** Returns an empty array if the page is directly under its item, because the sidebar already shows that. */
export function breadcrumbsOf(
  { nav, route, locale, title, site }: Pick<PageData, 'nav' | 'route' | 'locale' | 'title' | 'site'>,
  sidebar?: SidebarView,
): Breadcrumb[] {
  const own = site.locales.find(({ id }) => id === locale);
  const items = navTrail(nav, (item) => isCurrentNavItem(item, route, own));
  const folders = openFolders(sidebar?.sections.flatMap(({ entries }) => entries) ?? []);
  if (folders.length === 0 && items.length < 2) return [];
  const trail: Breadcrumb[] = [
    ...items.map((item) => ({ title: item.title, href: hrefOf(item, site.base), current: false })),
    ...folders.map((folder) => ({ title: folder.title, href: folder.href, current: false })),
    { title, href: withBase(site.base, route), current: true },
  ];
  // The second level may have the same title as its folder, and a folder the same title as its page.
  return trail.filter((entry, index) => trail[index + 1]?.title !== entry.title);
}

function navTrail(items: NavItem[], isCurrent: (item: NavItem) => boolean): NavItem[] {
  for (const item of items) {
    const below = navTrail(item.children ?? [], isCurrent);
    if (below.length > 0 || isCurrent(item)) return [item, ...below];
  }
  return [];
}

function openFolders(entries: SidebarEntry[]): SidebarEntry[] {
  const open = entries.find((entry) => entry.open);
  return open ? [open, ...openFolders(open.children)] : [];
}

function hrefOf({ link }: NavItem, base: string): string | undefined {
  return link === undefined || isExternal(link) ? link : withBase(base, link);
}
