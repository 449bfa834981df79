import { type AnchorHTMLAttributes, type ReactElement, useEffect } from 'react';
import { isExternal, withBase } from '../shared/base-url.ts';
import { PREFETCH_ATTRIBUTE, TIMEOUT_ATTRIBUTE } from '../shared/dom-contract.ts';
import { type PrefetchMode, prefetchMode } from '../shared/prefetch.ts';
import { RENDER_EVENT } from './events.ts';
import { useRuntime } from './runtime.ts';

/** When to prefetch the page of a link: `true` means `intent`, `false` means `none`. */
export type Prefetch = boolean | PrefetchMode;

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Route path without base, a hash, or an external URL. Without it, the link renders nothing. */
  to?: string;
  /** Default: `routePrefetch.defaultPrefetch` of the configuration. */
  prefetch?: Prefetch;
  /**
   * Milliseconds that the reader must hover over or focus the link before the page is fetched.
   * Default: `routePrefetch.defaultPrefetchTimeout`.
   */
  prefetchTimeout?: number;
}

/**
 * Renders a link. Listeners on the document open and prefetch pages of the site without a new document. External links
 * open in a new tab.
 */
export function Link({ to, prefetch, prefetchTimeout, ...rest }: LinkProps): ReactElement | null {
  const { site } = useRuntime();
  const mode = prefetch === undefined ? undefined : prefetchMode(prefetch);
  const wanted = mode ?? site.routePrefetch.defaultPrefetch;
  // Links that are added later are also observed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the URL changes
  useEffect(() => {
    if (wanted !== 'none') document.dispatchEvent(new Event(RENDER_EVENT));
  }, [wanted, to]);
  if (to === undefined) return null;
  const href = withBase(site.base, to);
  if (isExternal(to)) return <a target="_blank" rel="noreferrer" {...rest} href={href} />;
  return <a {...rest} {...{ [PREFETCH_ATTRIBUTE]: mode, [TIMEOUT_ATTRIBUTE]: prefetchTimeout }} href={href} />;
}
