import type { Locale, NavItem } from './entities.ts';
import { isBelow, removeLocale } from './route-path.ts';

/**
 * True when a navigation item is the current one on a route: the route is the item's link, or lies below its
 * `activePath` (at a segment boundary). With `locale`, its suffix is no part of the comparison.
 */
export function isCurrentNavItem(item: NavItem, routePath: string, locale?: Locale): boolean {
  if (item.link === routePath) return true;
  const path = locale?.suffix === undefined ? routePath : removeLocale(routePath, locale);
  const parent = item.activePath ?? item.link;
  return parent !== undefined && parent !== '/' && isBelow(path, parent);
}
