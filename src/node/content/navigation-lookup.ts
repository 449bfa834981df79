import type { SidebarGroup, SidebarItem } from '../../shared/entities.ts';
import { ownValue } from '../../shared/own-value.ts';
import { normalizeRoute, segmentsOf } from '../../shared/route-path.ts';
import type { Navigation } from './types.ts';

export type LinkedItem = SidebarItem & { link: string };

export interface Neighbours {
  previous?: LinkedItem;
  next?: LinkedItem;
}

/** Yields the items with a link in display order, including nested items. */
export function* linkedItems(groups: readonly { children?: SidebarItem[] }[]): Generator<LinkedItem, undefined> {
  for (const { children = [] } of groups) {
    for (const item of children) {
      if (item.link !== undefined) yield item as LinkedItem;
      yield* linkedItems([item]);
    }
  }
}

/** Returns the pages before and after a route in a sidebar; an empty object if the sidebar does not list the route. */
export function prevNext(groups: readonly SidebarGroup[], routePath: string): Neighbours {
  return neighboursByRoute(groups).get(routePath) ?? {};
}

/**
 * Returns the sidebar that lists the route, or the sidebar of the nearest parent folder. For many routes, use {@link
 * createNavigationLookup}.
 */
export function sidebarOf(navigation: Navigation, localeId: string, routePath: string): SidebarGroup[] | undefined {
  return createNavigationLookup(navigation).sidebarOf(localeId, routePath);
}

/** Navigation queries that take constant time, independent of the number of pages. */
export type NavigationLookup = ReturnType<typeof createNavigationLookup>;

/** The items of a locale are indexed in one pass, at the first query for it. */
export function createNavigationLookup(navigation: Navigation) {
  const indexes = new Map<string, { pathOf: Map<string, string>; neighbours: Map<string, Map<string, Neighbours>> }>();
  const indexOf = (localeId: string) => {
    const known = indexes.get(localeId);
    if (known) return known;
    const index = { pathOf: new Map<string, string>(), neighbours: new Map<string, Map<string, Neighbours>>() };
    for (const [path, groups] of Object.entries(ownValue(navigation.sidebars, localeId) ?? {})) {
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
    /** Returns the path of the route's sidebar, such as `/demo`; undefined if it has no sidebar. */
    sidebarPathOf: pathFor,
    /** Like {@link sidebarOf}. */
    sidebarOf(localeId: string, routePath: string): SidebarGroup[] | undefined {
      const path = pathFor(localeId, routePath);
      return path === undefined ? undefined : ownValue(ownValue(navigation.sidebars, localeId), path);
    },
    /** Like {@link prevNext}, in the sidebar of the route. */
    prevNext(localeId: string, routePath: string): Neighbours {
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
