import { type AnchorHTMLAttributes, type ReactElement, useEffect } from 'react';
import { isExternal, withBase } from '../shared/base-url.ts';
import { PREFETCH_ATTRIBUTE, TIMEOUT_ATTRIBUTE } from '../shared/dom-contract.ts';
import { type PrefetchMode, prefetchMode } from '../shared/prefetch.ts';
import { RENDER_EVENT } from './events.ts';
import { useRuntime } from './runtime.ts';

/** When the page of a link is fetched ahead; true is `intent`, false is `none`. */
export type Prefetch = boolean | PrefetchMode;

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Route path without base, a hash, or an address of another site; without it nothing is rendered. */
  to?: string;
  /** Default: `routePrefetch.defaultPrefetch` of the configuration. */
  prefetch?: Prefetch;
  /** Milliseconds of intent before the page is fetched. Default: `routePrefetch.defaultPrefetchTimeout`. */
  prefetchTimeout?: number;
}

/**
 * A link. A page of the site opens without a new document, and may be fetched ahead (listeners on the document see to
 * it); others open in a new tab.
 */
export function Link({ to, prefetch, prefetchTimeout, ...rest }: LinkProps): ReactElement | null {
  const { site } = useRuntime();
  const mode = prefetch === undefined ? undefined : prefetchMode(prefetch);
  const wanted = mode ?? site.routePrefetch.defaultPrefetch;
  // A link that comes later is looked at too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every address
  useEffect(() => {
    if (wanted !== 'none') document.dispatchEvent(new Event(RENDER_EVENT));
  }, [wanted, to]);
  if (to === undefined) return null;
  const href = withBase(site.base, to);
  if (isExternal(to)) return <a target="_blank" rel="noreferrer" {...rest} href={href} />;
  return <a {...rest} {...{ [PREFETCH_ATTRIBUTE]: mode, [TIMEOUT_ATTRIBUTE]: prefetchTimeout }} href={href} />;
}
