import type { Locale, NavItem, SidebarGroup } from '../../shared/entities.ts';
import { normalizeRoute, removeLocale, segmentsOf } from '../../shared/route-path.ts';
import type { ShownPage } from './fallbacks.ts';
import { linkedItems } from './navigation-lookup.ts';
import { createComparator, sortRanked } from './navigation-order.ts';

/** Later pages override earlier pages. */
interface NavMeta {
  title?: string;
  order?: number;
  second: { title?: string; order?: number };
}

/**
 * The title of an entry is the `nav` of its pages, or its first group or page. With `levels` 2, sidebars two segments
 * deep are nested. One that no page shows (such as the posts of a year) gets no entry if its parent has a link.
 */
export function createNav(
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

/** Collected once, to avoid a search through all pages for each path. Pages of the locale override fallback pages. */
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
