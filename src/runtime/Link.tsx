import type { AnchorHTMLAttributes, ReactElement } from 'react';
import { isExternal, withBase } from '../shared/base-url.ts';
import { usePrefetch } from './prefetch.ts';
import { useRuntime } from './runtime.ts';

/** When the page of a link is fetched ahead; true is `intent`, false is `none`. */
export type Prefetch = boolean | 'none' | 'intent' | 'render' | 'viewport';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Route path without base, a hash, or an address of another site; without it nothing is rendered. */
  to?: string;
  /** Default: `routePrefetch.defaultPrefetch` of the configuration. */
  prefetch?: Prefetch;
  /** Milliseconds of intent before the page is fetched. Default: `routePrefetch.defaultPrefetchTimeout`. */
  prefetchTimeout?: number;
}

/** A link. A page of the site opens without a new document (one listener on the document sees to it); others in a new tab. */
export function Link({ to, prefetch, prefetchTimeout, ...rest }: LinkProps): ReactElement | null {
  const { site } = useRuntime();
  const external = to !== undefined && isExternal(to);
  const href = to === undefined ? undefined : withBase(site.base, to);
  const attributes = usePrefetch(external ? undefined : href, { prefetch, timeout: prefetchTimeout }, rest);
  if (to === undefined) return null;
  if (external) return <a target="_blank" rel="noreferrer" {...rest} href={href} />;
  return <a {...rest} {...attributes} href={href} />;
}
