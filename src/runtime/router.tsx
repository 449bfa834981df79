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

export { Outlet };

export interface RouterLocation {
  pathname: string;
  search: string;
  hash: string;
  /** Unique among the entries of this tab, `default` for the first. */
  key: string;
}

export interface RouterListener {
  /** Called when the router is ready, with the function that adds or replaces a history entry. */
  onReady: (move: (href: string, options: { replace: boolean }) => void) => void;
  onLocation: (location: RouterLocation, type: 'POP' | 'PUSH' | 'REPLACE') => void;
}

/** Has only one child, so that React's ids match the server's. */
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

export function ServerLocation({ href, children }: { href: string; children: ReactNode }): ReactElement {
  return <StaticRouter location={href}>{children}</StaticRouter>;
}

export function createRoutes({ Layout, Content }: { Layout: ComponentType; Content: ComponentType }): RouteObject[] {
  return [{ element: <Layout />, children: [{ path: '*', element: <Content /> }] }];
}

/**
 * The router's location is that of this page, even while the window already has the next page's URL. After hydration,
 * query and hash are those of the window.
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
