/** The only file that imports the router. */
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

/** Renders the nested content of a layout. */
export { Outlet };

/** A location in the history, as the router reports it. */
export interface RouterLocation {
  pathname: string;
  search: string;
  hash: string;
  /** Unique among the entries of this tab, `default` for the first. */
  key: string;
}

/** Listens to the router and navigates with it. */
export interface RouterListener {
  /** Called when the router is ready, with the function that adds or replaces a history entry. */
  onReady: (move: (href: string, options: { replace: boolean }) => void) => void;
  /** Called after every change of the location. */
  onLocation: (location: RouterLocation, type: 'POP' | 'PUSH' | 'REPLACE') => void;
}

/**
 * Renders the browser's router and reports every change to its listener. It has only one child, so that React's ids
 * match the server's.
 */
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

/** Renders the server's router at `href`. */
export function ServerLocation({ href, children }: { href: string; children: ReactNode }): ReactElement {
  return <StaticRouter location={href}>{children}</StaticRouter>;
}

/**
 * Creates the routes of every page: its content, nested in the layout.
 *
 * @param parts.Layout renders its nested content with {@link Outlet}
 */
export function createRoutes({ Layout, Content }: { Layout: ComponentType; Content: ComponentType }): RouteObject[] {
  return [{ element: <Layout />, children: [{ path: '*', element: <Content /> }] }];
}

/**
 * Renders the routes for the current page. Below, the router's location is this page's, even while the window has the
 * next page's address. Query and hash are the window's, but only after hydration, because the HTML knows neither. A
 * page that was not found matches any address.
 */
export function PageRoutes({ routes }: { routes: RouteObject[] }): ReactNode {
  const location = useRouterLocation();
  const { base } = useSite();
  const { kind, route } = usePage();
  const hydrated = useHydrated();
  const own = { pathname: withBase(base, route) };
  return useRoutes(routes, hydrated ? { ...location, ...(kind !== '404' && own) } : own);
}

/** Returns the router's location; undefined outside of a router (in a demo's card, in static pieces). */
export function useOptionalLocation(): RouterLocation | undefined {
  // A component is always inside or always outside of a router, so the order of hooks does not change.
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
