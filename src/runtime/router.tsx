/** The only file that knows the router. */
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { useEffect, useLayoutEffect } from 'react';
import {
  BrowserRouter,
  Outlet,
  type RouteObject,
  StaticRouter,
  useInRouterContext,
  useNavigationType,
  useLocation as useRouterLocation,
  useNavigate as useRouterNavigate,
  useRoutes,
} from 'react-router-dom';

import { withBase } from '../shared/base-url.ts';
import { usePage, useSite } from './page.ts';
import { useHydrated } from './store.ts';

/** Where a layout shows what is nested in it. */
export { Outlet };

/** A place in the history, as the router tells it. */
export interface RouterLocation {
  pathname: string;
  search: string;
  hash: string;
  /** Unique among the entries of this tab, `default` for the first. */
  key: string;
}

/** What listens to the router and moves it. */
export interface RouterListener {
  /** Called once the router can move, with the function that adds or replaces a history entry. */
  onReady: (move: (href: string, options: { replace: boolean }) => void) => void;
  /** Called after the location changed, whoever changed it. */
  onLocation: (location: RouterLocation, type: 'POP' | 'PUSH' | 'REPLACE') => void;
}

/** Router of the browser, with its listener told of every change. Only one child: ids that React makes stay the server's. */
export function BrowserLocation({
  listener,
  children,
}: {
  listener: RouterListener;
  children: ReactNode;
}): ReactElement {
  return (
    <BrowserRouter useTransitions={false}>
      <LocationBridge listener={listener}>{children}</LocationBridge>
    </BrowserRouter>
  );
}

/** Router of the server, standing at `href`. */
export function ServerLocation({ href, children }: { href: string; children: ReactNode }): ReactElement {
  return <StaticRouter location={href}>{children}</StaticRouter>;
}

/**
 * Routes of every page: its text, nested in the layout.
 *
 * @param parts.Layout shows what is nested in it by {@link Outlet}
 */
export function createRoutes({ Layout, Content }: { Layout: ComponentType; Content: ComponentType }): RouteObject[] {
  return [{ element: <Layout />, children: [{ path: '*', element: <Content /> }] }];
}

/**
 * What the routes have for the page that is shown. Below, the location is that page's, also while the window's is already the
 * next one's, with query and hash of the window once the HTML, which knows neither, is hydrated. A page that was not found
 * stands for any address.
 */
export function PageRoutes({ routes }: { routes: RouteObject[] }): ReactNode {
  const location = useRouterLocation();
  const { base } = useSite();
  const { kind, route } = usePage();
  const hydrated = useHydrated();
  const own = { pathname: withBase(base, route) };
  return useRoutes(routes, hydrated ? { ...location, ...(kind !== '404' && own) } : own);
}

/** Location of the router; undefined outside of one (in a demo's card, in static pieces). */
export function useOptionalLocation(): RouterLocation | undefined {
  // Whether there is a router never changes for a component, so the order of hooks is the same each time.
  // biome-ignore lint/correctness/useHookAtTopLevel: see above
  return useInRouterContext() ? useRouterLocation() : undefined;
}

function LocationBridge({ listener, children }: { listener: RouterListener; children: ReactNode }): ReactNode {
  const location = useRouterLocation();
  const type = useNavigationType();
  const move = useRouterNavigate();
  useLayoutEffect(() => listener.onReady((href, options) => void move(href, options)), [listener, move]);
  useEffect(() => listener.onLocation(location, type), [listener, location, type]);
  return children;
}
