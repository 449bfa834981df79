import type { Locale, NavItem, SidebarGroup, SidebarItem } from '../../shared/entities.ts';
import { ownValue } from '../../shared/own-value.ts';
import { localeOf, normalizeRoute, removeLocale, segmentsOf, sidebarPathOf } from '../../shared/route-path.ts';
import type { NavConfig, Site } from '../project/config/types.ts';
import { pagesShownIn, type ShownPage } from './fallbacks.ts';
import { linkedItems } from './navigation-lookup.ts';
import { titleFromName } from './page-title.ts';
import type { Navigation, SourcePage } from './types.ts';

/**
 * Expects pages sorted by route. The theme configuration can replace sidebars, and replace, prepend to or append to the
 * navigation.
 */
export function createNavigation(site: Site, pages: SourcePage[]): Navigation {
  const { locales, navLevels, themeConfig } = site.config;
  const levels = navLevels === 'auto' ? 2 : navLevels;
  const navigation: Navigation = { nav: {}, sidebars: {} };
  for (const locale of locales) {
    const own = pagesShownIn(locale.id, pages);
    const sidebars = createSidebars(own, locale, levels);
    for (const [path, groups] of Object.entries(themeConfig.sidebar)) {
      if (localeOf(path, locales) === locale) sidebars.set(path, groups);
    }
    navigation.sidebars[locale.id] = Object.fromEntries(sidebars);
    navigation.nav[locale.id] = withConfig(createNav(sidebars, own, locale, levels), themeConfig.nav, locale);
  }
  return navigation;
}

function withConfig(made: NavItem[], config: NavConfig | undefined, locale: Locale): NavItem[] {
  if (config === undefined) return made;
  if (Array.isArray(config)) return config;
  if (!isModeConfig(config)) return ownValue(config, locale.id) ?? made;
  if (config.mode === 'override') return config.value;
  return config.mode === 'prepend' ? [...config.value, ...made] : [...made, ...config.value];
}

function isModeConfig(config: NavConfig): config is Extract<NavConfig, { mode: string }> {
  return 'mode' in config && typeof config.mode === 'string';
}

/** Later pages override earlier pages. */
interface NavMeta {
  title?: string;
  order?: number;
  second: { title?: string; order?: number };
}

/**
 * The title of an entry is the `nav` of its pages, or the title of its first group or page. With `levels` 2, sidebars two
 * segments deep are nested. A sidebar that no page shows (such as the posts of a year) gets no entry if its parent has a link.
 */
function createNav(
  sidebars: ReadonlyMap<string, SidebarGroup[]>,
  pages: ShownPage[],
  locale: Locale,
  levels: 1 | 2,
): NavItem[] {
  const depthOf = (path: string) => segmentsOf(removeLocale(path, locale)).length;
  const metas = collectMetas(pages, locale);
  const withoutSidebar = new Set(
    pages.filter((page) => page.frontmatter.sidebar === false).map((page) => page.routePath),
  );
  const items = new Map<string, NavItem>();
  const entries = [...sidebars].sort(([a], [b]) => depthOf(a) - depthOf(b));
  for (const [path, groups] of entries) {
    const links = [...linkedItems(groups)];
    const [first] = links;
    if (!first) continue;
    const meta = metas.get(path);
    const shared = { activePath: path, link: first.link };
    const title = groups[0]?.title || first.title;
    if (levels === 1 || depthOf(path) < 2) {
      items.set(path, { title: meta?.title || title, order: meta?.order ?? 0, ...shared });
      continue;
    }
    const parentPath = normalizeRoute(segmentsOf(path).slice(0, -1).join('/'));
    const isHidden = !meta?.second.title && links.every(({ link }) => withoutSidebar.has(link));
    if (isHidden && items.get(parentPath)?.link !== undefined) continue;
    const parent = items.get(parentPath) ?? createParent(parentPath, metas.get(parentPath));
    items.set(parentPath, parent);
    parent.children ??= [];
    parent.children.push({ title: meta?.second.title || title, order: meta?.second.order ?? 0, ...shared });
  }

  const compare = createComparator(locale.id);
  const sort = (list: NavItem[]) =>
    sortRanked(
      list,
      (item) => ({ title: item.title, order: item.order, depth: segmentsOf(firstLink(item)).length }),
      compare,
    );
  for (const item of items.values()) if (item.children) item.children = sort(item.children);
  return sort([...items.values()].map(hoistOnlyChild));
}

/** Runs once, to avoid searching all pages for each path. Pages of the locale override fallback pages. */
function collectMetas(pages: ShownPage[], locale: Locale): Map<string, NavMeta> {
  const metas = new Map<string, NavMeta>();
  const standIns = pages.filter(({ original }) => original);
  for (const page of [...standIns, ...pages.filter(({ original }) => !original)]) {
    const { nav } = page.frontmatter;
    if (!nav) continue;
    const segments = segmentsOf(removeLocale(page.routePath, locale));
    let path = locale.base === undefined || locale.base === '/' ? '' : locale.base;
    for (const segment of segments) {
      path += `/${segment}`;
      const meta: NavMeta = metas.get(path) ?? { second: {} };
      meta.title = nav.title ?? meta.title;
      meta.order = nav.order ?? meta.order;
      meta.second = { title: nav.second?.title ?? meta.second.title, order: nav.second?.order ?? meta.second.order };
      metas.set(path, meta);
    }
  }
  return metas;
}

function createParent(path: string, meta: NavMeta | undefined): NavItem {
  const name = segmentsOf(path).at(-1) ?? '';
  return {
    title: meta?.title || name.charAt(0).toUpperCase() + name.slice(1),
    order: meta?.order ?? 0,
    activePath: path,
  };
}

/** Replaces an entry without a link and with a single child by that child, under the entry's own title. */
function hoistOnlyChild(item: NavItem): NavItem {
  const [child, ...others] = item.children ?? [];
  if (item.link !== undefined || !child || others.length > 0) return item;
  return { ...child, title: item.title || child.title, order: item.order || child.order };
}

function firstLink(item: NavItem): string {
  return item.link ?? item.children?.[0]?.link ?? item.activePath ?? '';
}

/**
 * Expects pages sorted by route. Without a `group`, a page is in the default group, nested under its folder if the
 * folder is deeper than the sidebar's path.
 */
function createSidebars(pages: ShownPage[], locale: Locale, levels: 1 | 2): Map<string, SidebarGroup[]> {
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

interface Ranked {
  title?: string;
  order?: number;
  depth: number;
}

/** Compares by `order`, then depth, then untitled before titled, then title in the collation order of the locale's language. */
function createComparator(localeId: string): (a: Ranked, b: Ranked) => number {
  const collator = collatorFor(localeId);
  return (a, b) => {
    const untitled = Number(Boolean(a.title)) - Number(Boolean(b.title));
    return (
      (a.order ?? 0) - (b.order ?? 0) || a.depth - b.depth || untitled || collator.compare(a.title ?? '', b.title ?? '')
    );
  };
}

/** Sorts items; `rank` is called once for each. The sort is stable. */
function sortRanked<T>(items: T[], rank: (item: T) => Ranked, compare: (a: Ranked, b: Ranked) => number): T[] {
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .sort((a, b) => compare(a.rank, b.rank))
    .map(({ item }) => item);
}

function collatorFor(localeId: string): Intl.Collator {
  try {
    return new Intl.Collator(localeId);
  } catch {
    // The id is not a language tag: any fixed language gives the same order on every machine.
    return new Intl.Collator('en');
  }
}
