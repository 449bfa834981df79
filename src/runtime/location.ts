import { withBase, withoutBase } from '../shared/base-url.ts';
import { usePage, useSite } from './page.ts';
import { useOptionalLocation } from './router.tsx';
import { useHydrated } from './store.ts';

/** Where the visitor is. */
export interface SiteLocation {
  /** Route path, without base. */
  pathname: string;
  /** With `?`, or empty. */
  search: string;
  /** With `#`, or empty. */
  hash: string;
}

/** Location in the site; until hydration the page's own, since the server knows neither query nor hash. */
export function useLocation(): SiteLocation {
  const { base } = useSite();
  const { route } = usePage();
  const location = useOptionalLocation();
  const hydrated = useHydrated();
  if (!location || !hydrated) return { pathname: route, search: '', hash: '' };
  return {
    pathname: withoutBase(base, location.pathname) ?? location.pathname,
    search: location.search,
    hash: location.hash,
  };
}

/** Function that gives the `href` of a route path. */
export function useHref(): (routePath: string) => string {
  const { base } = useSite();
  return (routePath) => withBase(base, routePath);
}
