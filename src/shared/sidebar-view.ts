import { withBase } from './base-url.ts';
import type { SidebarGroup, SidebarItem } from './entities.ts';

/** An entry of the sidebar as displayed. */
export interface SidebarEntry {
  title: string;
  /** URL with base; absent for a folder without a page. */
  href?: string;
  /** True for a page that exists only in `dev`. */
  debug?: true;
  /** Language of the title, if the page is a fallback for a missing translation. */
  lang?: string;
  /** True for the shown page. */
  current: boolean;
  /** True if the shown page is under this entry. */
  open: boolean;
  children: SidebarEntry[];
}

/** A group of the sidebar as displayed. */
export interface SidebarSection {
  /** Language of its pages, if it differs from that of the shown page. */
  lang?: string;
  title?: string;
  entries: SidebarEntry[];
}

/** The sidebar as displayed. */
export interface SidebarView {
  sections: SidebarSection[];
  /** URL of the page with all entries, if some are omitted. */
  more?: string;
}

export interface SidebarIndex {
  level: { group: SidebarGroup; item: SidebarItem }[];
  /** Path of indices by route: in the first level, then in the children of each level. */
  paths: Map<string, number[]>;
  /** Routes of pages that the sidebar has more than once. Their paths lead to the first entry. */
  repeated: Set<string>;
  size: number;
}

export interface SidebarOptions {
  base: string;
  route: string;
  /** URL of the page with all entries. */
  listHref?: string;
  /** Maximum number of entries in a level, around the current entry. Default {@link SIDEBAR_LIMIT}. */
  limit?: number;
}

/** Maximum number of entries of a sidebar that is shown completely. */
export const SIDEBAR_LIMIT = 60;

export function indexSidebar(groups: SidebarGroup[]): SidebarIndex {
  const level = groups.flatMap((group) => group.children.map((item) => ({ group, item })));
  const paths = new Map<string, number[]>();
  const repeated = new Set<string>();
  let size = 0;
  const visit = (item: SidebarItem, path: number[]): void => {
    size++;
    if (item.link !== undefined) {
      if (paths.has(item.link)) repeated.add(item.link);
      else paths.set(item.link, path);
    }
    for (const [index, child] of (item.children ?? []).entries()) visit(child, [...path, index]);
  };
  for (const [index, { item }] of level.entries()) visit(item, [index]);
  return { level, paths, repeated, size };
}

/**
 * Levels are cut around the current entry, so that pages do not grow with the site. In a long sidebar, closed folders
 * link to their first page.
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

/**
 * Returns a page's siblings if all show the same extract, in which only the current entry differs. Undefined for
 * entries with children, on the first level, repeated, or among more than {@link SIDEBAR_LIMIT}.
 */
export function siblingsOf({ level, paths, repeated }: SidebarIndex, route: string): SidebarItem[] | undefined {
  const [first, ...below] = paths.get(route) ?? [];
  const last = below.pop();
  if (first === undefined || last === undefined || repeated.has(route)) return undefined;
  let siblings = level[first]?.item.children ?? [];
  for (const index of below) siblings = siblings[index]?.children ?? [];
  const isLeaf = (siblings[last]?.children ?? []).length === 0;
  return isLeaf && siblings.length <= SIDEBAR_LIMIT ? siblings : undefined;
}

function firstLink(items: SidebarItem[]): string | undefined {
  for (const item of items) {
    const link = item.link ?? firstLink(item.children ?? []);
    if (link !== undefined) return link;
  }
  return undefined;
}
