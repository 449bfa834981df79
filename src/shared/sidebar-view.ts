import { withBase } from './base-url.ts';
import type { SidebarGroup, SidebarItem } from './entities.ts';

/** A line of the sidebar, ready to be shown. */
export interface SidebarEntry {
  title: string;
  /** With base; a folder without a page has none. */
  href?: string;
  /** The page is there while the site is written only. */
  debug?: true;
  /** Language of the title, where the page stands in for a translation. */
  lang?: string;
  /** The page that is shown. */
  current: boolean;
  /** The page that is shown lies below. */
  open: boolean;
  children: SidebarEntry[];
}

/** A group of the sidebar, ready to be shown. */
export interface SidebarSection {
  /** Language of its pages, where it is not that of the page that shows them. */
  lang?: string;
  title?: string;
  entries: SidebarEntry[];
}

/** The sidebar, ready to be shown. */
export interface SidebarView {
  sections: SidebarSection[];
  /** Address of the page with all entries, when some are left out. */
  more?: string;
}

/** A sidebar with the places of its pages, made once for all pages that show it. */
export interface SidebarIndex {
  /** Items of the first level with their groups, in order. */
  level: { group: SidebarGroup; item: SidebarItem }[];
  /** Indices that lead to a route: in the first level, then in the children. */
  paths: Map<string, number[]>;
  /** Number of items in all levels. */
  size: number;
}

export interface SidebarOptions {
  base: string;
  /** Route of the page that is shown. */
  route: string;
  /** Address of the page with all entries. */
  listHref?: string;
  /** At most so many entries stand in a level, around the current one. Default {@link SIDEBAR_LIMIT}. */
  limit?: number;
}

/** A sidebar with no more entries is shown as a whole. */
export const SIDEBAR_LIMIT = 60;

/** Finds the place of every page in a sidebar. */
export function indexSidebar(groups: SidebarGroup[]): SidebarIndex {
  const level = groups.flatMap((group) => group.children.map((item) => ({ group, item })));
  const paths = new Map<string, number[]>();
  let size = 0;
  const visit = (item: SidebarItem, path: number[]): void => {
    size++;
    if (item.link !== undefined && !paths.has(item.link)) paths.set(item.link, path);
    for (const [index, child] of (item.children ?? []).entries()) visit(child, [...path, index]);
  };
  for (const [index, { item }] of level.entries()) visit(item, [index]);
  return { level, paths, size };
}

/**
 * What a page shows of its sidebar, so that its size does not grow with the site: levels are cut around the current
 * entry, and once the sidebar is longer than the limit, closed folders are links to their first page.
 */
export function sidebarView(
  index: SidebarIndex,
  { base, route, listHref, limit = SIDEBAR_LIMIT }: SidebarOptions,
): SidebarView {
  const closeFolders = index.size > limit;
  let cut = false;
  const windowOf = <Item>(items: Item[], center: number | undefined): [Item[], start: number] => {
    if (items.length <= limit) return [items, 0];
    cut = true;
    const start = Math.min(Math.max(0, (center ?? 0) - Math.floor(limit / 2)), items.length - limit);
    return [items.slice(start, start + limit), start];
  };
  const entryOf = (item: SidebarItem, path: number[] | undefined): SidebarEntry => {
    const current = item.link === route;
    const open = path !== undefined && path.length > 0;
    const closed = closeFolders && !open && !current;
    const [items, start] = windowOf(closed ? [] : (item.children ?? []), path?.[0]);
    const link = item.link ?? (closed ? firstLink(item.children ?? []) : undefined);
    const children = items.map((child, offset) =>
      entryOf(child, path?.[0] === start + offset ? path.slice(1) : undefined),
    );
    const href = link === undefined ? undefined : withBase(base, link);
    return { title: item.title, href, debug: item.debug, lang: item.lang, current, open, children };
  };
  const path = index.paths.get(route);
  const [level, start] = windowOf(index.level, path?.[0]);
  const sections = new Map<SidebarGroup, SidebarSection>();
  for (const [offset, { group, item }] of level.entries()) {
    const section = sections.get(group) ?? { title: group.title, lang: group.lang, entries: [] };
    section.entries.push(entryOf(item, path?.[0] === start + offset ? path.slice(1) : undefined));
    sections.set(group, section);
  }
  return { sections: [...sections.values()], more: cut ? listHref : undefined };
}

function firstLink(items: SidebarItem[]): string | undefined {
  for (const item of items) {
    const link = item.link ?? firstLink(item.children ?? []);
    if (link !== undefined) return link;
  }
  return undefined;
}
