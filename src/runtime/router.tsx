/** The only file that knows the router. */
import type { ReactElement, ReactNode } from 'react';
import { useEffect, useLayoutEffect } from 'react';
import {
  BrowserRouter,
  StaticRouter,
  useInRouterContext,
  useNavigationType,
  useLocation as useRouterLocation,
  useNavigate as useRouterNavigate,
} from 'react-router-dom';

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
