import type { NavItem, SidebarGroup, SidebarItem } from '../../shared/entities.ts';
import { SIDEBAR_LIMIT } from '../../shared/sidebar-view.ts';
import type { LoadedSite } from '../content/types.ts';

export interface PageListing {
  /** Path of the sidebar that it lists, such as `/demo`; empty for the list of all pages. */
  path: string;
  title: string;
  groups: SidebarGroup[];
}

/** All pages, and every sidebar that is too long to be shown whole. `languageOf` is undefined for a single locale. */
export function createLists(
  { pages, navigation }: LoadedSite,
  title: string,
  languageOf: (locale: string) => string | undefined,
): PageListing[] {
  const everything: SidebarGroup[] = [];
  const lists = new Map<string, PageListing>();
  const homes = pages.filter(({ routePath, locale }) => !isListed(navigation.sidebars[locale] ?? {}, routePath));
  for (const locale of new Set(homes.map((page) => page.locale))) {
    const own = homes.filter((page) => page.locale === locale);
    const children = own.map((page) => ({ title: page.title, link: page.routePath, order: 0 }));
    everything.push({ lang: languageOf(locale), children });
  }
  for (const [locale, sidebars] of Object.entries(navigation.sidebars)) {
    for (const [path, groups] of Object.entries(sidebars)) {
      const name = titleOf(path, navigation.nav[locale] ?? []) ?? groups[0]?.title ?? lastSegment(path);
      everything.push({ title: name, lang: languageOf(locale), children: groups.flatMap(asItems) });
      if (countItems(groups) <= SIDEBAR_LIMIT) continue;
      const known = lists.get(path);
      lists.set(path, { path, title: name, groups: [...(known?.groups ?? []), ...groups] });
    }
  }
  return [{ path: '', title, groups: everything }, ...lists.values()];
}

/** Returns a group with a title as a folder, a group without a title as its entries. */
function asItems({ title, children }: SidebarGroup): SidebarItem[] {
  return title === undefined ? children : [{ title, order: 0, children }];
}

function titleOf(path: string, nav: NavItem[]): string | undefined {
  for (const item of nav) {
    if (item.activePath === path) return item.title;
    const below = titleOf(path, item.children ?? []);
    if (below !== undefined) return below;
  }
  return undefined;
}

function lastSegment(path: string): string {
  const name = path.split('/').at(-1) ?? '';
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}

function countItems(levels: readonly { children?: SidebarItem[] }[]): number {
  return levels.reduce((sum, { children = [] }) => sum + children.length + countItems(children), 0);
}

function isListed(sidebars: Record<string, SidebarGroup[]>, route: string): boolean {
  const path = Object.keys(sidebars).find((candidate) => route === candidate || route.startsWith(`${candidate}/`));
  return path !== undefined;
}
