import type { SiteData } from '../../shared/page-data.ts';

const VIEWPORT_MARGIN = '100px';
/** Events that count as intent: the pointer, the focus or a finger on the link. */
const INTENTS = ['pointerover', 'focusin', 'touchstart'] as const;

export interface LinkPrefetcherOptions {
  routePrefetch: SiteData['routePrefetch'];
  urlOf: (link: HTMLAnchorElement) => URL | undefined;
  prefetch: (href: string) => void;
}

/**
 * A link's mode and timeout are in `data-prefetch` and `data-prefetch-timeout`. Call `attend` when there may be new
 * links.
 */
export function createLinkPrefetcher({ routePrefetch, urlOf, prefetch }: LinkPrefetcherOptions): {
  attend: () => void;
} {
  const attended = new WeakSet<Element>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const modeOf = (link: HTMLAnchorElement): string => link.dataset.prefetch ?? routePrefetch.defaultPrefetch;
  const fetchAhead = (link: HTMLAnchorElement): void => {
    const url = urlOf(link);
    if (url && url.pathname !== location.pathname) prefetch(url.href);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        fetchAhead(target as HTMLAnchorElement);
      }
    },
    { rootMargin: VIEWPORT_MARGIN },
  );
  const begin = ({ target }: Event): void => {
    clearTimeout(timer);
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || modeOf(link) !== 'intent') return;
    const timeout = Number(link.dataset.prefetchTimeout ?? routePrefetch.defaultPrefetchTimeout);
    timer = setTimeout(fetchAhead, timeout, link);
  };
  for (const type of INTENTS) document.addEventListener(type, begin, { passive: true });
  return {
    attend() {
      for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
        if (attended.has(link)) continue;
        attended.add(link);
        const mode = modeOf(link);
        if (mode === 'render') fetchAhead(link);
        else if (mode === 'viewport') observer.observe(link);
      }
    },
  };
}
