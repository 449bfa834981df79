import type { Locale, NavItem } from './entities.ts';
import { isBelow, removeLocale } from './route-path.ts';

/** Returns true if the route is the item's link, or is under its `activePath` (by segments). The suffix of `locale` is ignored. */
export function isCurrentNavItem(item: NavItem, routePath: string, locale?: Locale): boolean {
  if (item.link === routePath) return true;
  const path = locale?.suffix === undefined ? routePath : removeLocale(routePath, locale);
  const parent = item.activePath ?? item.link;
  return parent !== undefined && parent !== '/' && isBelow(path, parent);
}
