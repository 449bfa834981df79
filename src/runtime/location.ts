import { withBase, withoutBase } from '../shared/base-url.ts';
import { usePage, useSite } from './page.ts';
import { useOptionalLocation } from './router.tsx';
import { useHydrated } from './store.ts';

export interface SiteLocation {
  /** Route path, without base. */
  pathname: string;
  /** Query with `?`, or empty. */
  search: string;
  /** Hash with `#`, or empty. */
  hash: string;
}

/** Returns the location in the site. Until hydration, it is the page's route, because the server knows neither query nor hash. */
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

/** Returns the function that converts a route path to an `href`. */
export function useHref(): (routePath: string) => string {
  const { base } = useSite();
  return (routePath) => withBase(base, routePath);
}
