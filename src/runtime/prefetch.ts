import { type AnchorHTMLAttributes, type SyntheticEvent, useEffect, useRef } from 'react';
import type { Prefetch } from './Link.tsx';
import { useRuntime } from './runtime.ts';

const MODES = ['none', 'intent', 'render', 'viewport'] as const;
type Mode = (typeof MODES)[number];
type Attributes = AnchorHTMLAttributes<HTMLAnchorElement>;

/** How far outside of the viewport a link is fetched with `viewport`. */
const VIEWPORT_MARGIN = '100px';

/**
 * Fetches the page of a link ahead.
 *
 * @param href address with base; undefined for a link that is never fetched
 * @param rest the link's own attributes, whose handlers are called as well
 * @returns attributes for the link
 */
export function usePrefetch(
  href: string | undefined,
  options: { prefetch?: Prefetch; timeout?: number },
  rest: Attributes,
): Attributes & { ref: React.RefObject<HTMLAnchorElement | null> } {
  const { site, prefetch: fetchAhead } = useRuntime();
  const { defaultPrefetch, defaultPrefetchTimeout } = site.routePrefetch;
  const mode = prefetchMode(options.prefetch ?? defaultPrefetch);
  const timeout = options.timeout ?? defaultPrefetchTimeout;
  const ref = useRef<HTMLAnchorElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const link = ref.current;
    if (href === undefined || !link) return;
    if (mode === 'render') fetchAhead(href);
    if (mode === 'viewport') return whenVisible(link, () => fetchAhead(href));
    return () => clearTimeout(timer.current);
  }, [mode, href, fetchAhead]);

  if (mode !== 'intent' || href === undefined) return { ref };
  const begin = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => fetchAhead(href), timeout);
  };
  const end = (): void => clearTimeout(timer.current);
  return {
    ref,
    onMouseEnter: both(rest.onMouseEnter, begin),
    onMouseLeave: both(rest.onMouseLeave, end),
    onFocus: both(rest.onFocus, begin),
    onBlur: both(rest.onBlur, end),
    onTouchStart: both(rest.onTouchStart, begin),
  };
}

/** The mode that a `prefetch` value stands for; throws on a value that stands for none. */
export function prefetchMode(value: unknown): Mode {
  if (value === true) return 'intent';
  if (value === false) return 'none';
  const mode = MODES.find((known) => known === value);
  if (!mode) throw new Error(`Invalid prefetch value ${String(value)} found in Link component`);
  return mode;
}

function whenVisible(element: Element, callback: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      callback();
    },
    { rootMargin: VIEWPORT_MARGIN },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

function both<Event extends SyntheticEvent>(
  first: ((event: Event) => void) | undefined,
  second: () => void,
): (event: Event) => void {
  return (event) => {
    first?.(event);
    second();
  };
}
