import type { Locale, SidebarGroup, SidebarItem } from '../../shared/entities.ts';
import { normalizeRoute, removeLocale, segmentsOf, sidebarPathOf } from '../../shared/route-path.ts';
import type { ShownPage } from './fallbacks.ts';
import { createComparator, type Ranked, sortRanked } from './navigation-order.ts';
import { titleFromName } from './page-title.ts';

/**
 * From pages sorted by route. Without a `group`, a page is in the default group, nested below its folder if the folder
 * is deeper than the sidebar's path.
 */
export function createSidebars(pages: ShownPage[], locale: Locale, levels: 1 | 2): Map<string, SidebarGroup[]> {
  const pagesByPath = new Map<string, ShownPage[]>();
  for (const page of pages) {
    const path = sidebarPathOf(page.routePath, { locale, levels, isIndex: isIndexPage(page) });
    if (path === undefined) continue;
    const list = pagesByPath.get(path);
    if (list) list.push(page);
    else pagesByPath.set(path, [page]);
  }
  const compare = createComparator(locale.id);
  return new Map(Array.from(pagesByPath, ([path, list]) => [path, createGroups(path, list, locale, compare)]));
}

/** Returns true for an `index.md`, which represents its folder. The page of a component never does. */
function isIndexPage(page: ShownPage): boolean {
  const { sourcePath, locale, atom } = page.original ?? page;
  return !atom && new RegExp(`(^|/)index(\\.${locale})?\\.mdx?$`).test(sourcePath);
}

function createGroups(
  path: string,
  pages: ShownPage[],
  locale: Locale,
  compare: (a: Ranked, b: Ranked) => number,
): SidebarGroup[] {
  const top = normalizeRoute(removeLocale(path, locale));
  const groups = new Map<string, SidebarGroup>();
  /** Pages and folders by route without locale. */
  const items = new Map<string, SidebarItem>();
  const depths = new Map<SidebarItem, number>();

  const groupOf = (title: string | undefined): SidebarGroup => {
    const known = groups.get(title ?? '');
    if (known) return known;
    const group: SidebarGroup = { title, order: 0, children: [] };
    groups.set(title ?? '', group);
    return group;
  };
  const listAbove = (route: string): SidebarItem[] => {
    const folder = normalizeRoute(segmentsOf(route).slice(0, -1).join('/'));
    if (segmentsOf(folder).length <= segmentsOf(top).length) return groupOf(undefined).children;
    let item = items.get(folder);
    if (!item) {
      item = { title: titleFromName(segmentsOf(folder).at(-1) ?? ''), order: 0 };
      add(folder, item, listAbove(folder));
    }
    item.children ??= [];
    return item.children;
  };
  const add = (route: string, item: SidebarItem, list: SidebarItem[]): void => {
    items.set(route, item);
    depths.set(item, segmentsOf(route).length);
    list.push(item);
  };

  for (const page of pages) {
    const { group, order = 0 } = page.frontmatter;
    const route = removeLocale(page.routePath, locale);
    const item: SidebarItem = { title: page.title, link: page.routePath, order };
    if (page.frontmatter.debug) item.debug = true;
    if (page.original) item.lang = page.frontmatter.lang ?? page.original.locale;
    if (group) {
      const own = groupOf(group.title || undefined);
      own.order ||= group.order ?? 0;
      add(route, item, own.children);
    } else {
      add(route, item, listAbove(route));
    }
  }

  const sort = (list: SidebarItem[]): SidebarItem[] => {
    for (const item of list) {
      if (!item.children) continue;
      item.children = sort(item.children);
      // A folder without a page takes the order of its first child that has an order.
      if (item.link === undefined) item.order = item.children.find((child) => child.order !== 0)?.order ?? 0;
    }
    return sortRanked(
      list,
      (item) => ({ title: item.title, order: item.order, depth: depths.get(item) ?? 0 }),
      compare,
    );
  };
  for (const group of groups.values()) group.children = sort(group.children);
  return sortRanked([...groups.values()], ({ title, order }) => ({ title, order, depth: 0 }), compare);
}
