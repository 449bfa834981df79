import type { SidebarGroup, SidebarItem } from '../../shared/entities.ts';
import { normalizeRoute, segmentsOf } from '../../shared/route-path.ts';
import type { Navigation } from './types.ts';

/** A sidebar item with a page. */
export type LinkedItem = SidebarItem & { link: string };

/** The neighbours of a page in its sidebar. */
export interface Neighbours {
  previous?: LinkedItem;
  next?: LinkedItem;
}

/** Items with a link in the order in which they are shown, those of folders below them included. */
export function* linkedItems(groups: readonly { children?: SidebarItem[] }[]): Generator<LinkedItem, undefined> {
  for (const { children = [] } of groups) {
    for (const item of children) {
      if (item.link !== undefined) yield item as LinkedItem;
      yield* linkedItems([item]);
    }
  }
}

/** The pages before and after a route in a sidebar; none when the sidebar does not list it. */
export function prevNext(groups: readonly SidebarGroup[], routePath: string): Neighbours {
  return neighboursByRoute(groups).get(routePath) ?? {};
}

/**
 * The sidebar of a route: the one that lists it, else the one of the nearest folder above. Undefined for a home page
 * and where there is none. For many routes use {@link createNavigationLookup}.
 */
export function sidebarOf(navigation: Navigation, localeId: string, routePath: string): SidebarGroup[] | undefined {
  return createNavigationLookup(navigation).sidebarOf(localeId, routePath);
}

/** Look-ups in a navigation that cost the same however many pages there are. */
export interface NavigationLookup {
  /** Path that the sidebar of a route belongs to, such as `/demo`; undefined where there is none. */
  sidebarPathOf(localeId: string, routePath: string): string | undefined;
  /** As {@link sidebarOf}. */
  sidebarOf(localeId: string, routePath: string): SidebarGroup[] | undefined;
  /** As {@link prevNext}, in the route's own sidebar. */
  prevNext(localeId: string, routePath: string): Neighbours;
}

/** Prepares the look-ups of a navigation: one pass over its items, when a locale is first asked for. */
export function createNavigationLookup(navigation: Navigation): NavigationLookup {
  const indexes = new Map<string, { pathOf: Map<string, string>; neighbours: Map<string, Map<string, Neighbours>> }>();
  const indexOf = (localeId: string) => {
    const known = indexes.get(localeId);
    if (known) return known;
    const index = { pathOf: new Map<string, string>(), neighbours: new Map<string, Map<string, Neighbours>>() };
    for (const [path, groups] of Object.entries(navigation.sidebars[localeId] ?? {})) {
      const neighbours = neighboursByRoute(groups);
      index.neighbours.set(path, neighbours);
      for (const routePath of neighbours.keys()) if (!index.pathOf.has(routePath)) index.pathOf.set(routePath, path);
    }
    indexes.set(localeId, index);
    return index;
  };
  const pathFor = (localeId: string, routePath: string): string | undefined => {
    const { pathOf, neighbours } = indexOf(localeId);
    const listed = pathOf.get(routePath);
    if (listed !== undefined) return listed;
    const segments = segmentsOf(routePath);
    for (let length = segments.length; length > 0; length--) {
      const path = normalizeRoute(segments.slice(0, length).join('/'));
      if (neighbours.has(path)) return path;
    }
    return undefined;
  };
  return {
    sidebarPathOf: pathFor,
    sidebarOf(localeId, routePath) {
      const path = pathFor(localeId, routePath);
      return path === undefined ? undefined : navigation.sidebars[localeId]?.[path];
    },
    prevNext(localeId, routePath) {
      const path = pathFor(localeId, routePath);
      return (path === undefined ? undefined : indexOf(localeId).neighbours.get(path)?.get(routePath)) ?? {};
    },
  };
}

function neighboursByRoute(groups: readonly SidebarGroup[]): Map<string, Neighbours> {
  const neighbours = new Map<string, Neighbours>();
  let previous: LinkedItem | undefined;
  for (const item of linkedItems(groups)) {
    if (neighbours.has(item.link)) continue;
    neighbours.set(item.link, { previous });
    const before = previous && neighbours.get(previous.link);
    if (before) before.next = item;
    previous = item;
  }
  return neighbours;
}
