import { RENDER_EVENT } from './events.ts';
import type { LinkPrefetcherOptions } from './navigation/prefetch-links.ts';
import type { Runtime } from './runtime.ts';

/** Attribute of a link with a mode of its own, and of one with a timeout of its own in milliseconds. */
export const PREFETCH_ATTRIBUTE = 'data-prefetch';
export const TIMEOUT_ATTRIBUTE = 'data-prefetch-timeout';

/** Fetches pages ahead, as configuration and links say. What that takes is loaded when some link asks for it. */
export function startPrefetch({ site, load, prefetch }: Runtime, urlOf: LinkPrefetcherOptions['urlOf']): void {
  const { routePrefetch } = site;
  let prefetcher: Promise<{ attend: () => void }> | undefined;
  const attend = (): void => {
    if (routePrefetch.defaultPrefetch === 'none' && !document.querySelector(`[${PREFETCH_ATTRIBUTE}]`)) return;
    prefetcher ??= load(() => import('./navigation/prefetch-links.ts')).then(({ createLinkPrefetcher }) =>
      createLinkPrefetcher({ routePrefetch, urlOf, prefetch }),
    );
    prefetcher.then(
      (links) => links.attend(),
      () => {
        // Links work without; the next one tries again.
        prefetcher = undefined;
      },
    );
  };
  document.addEventListener(RENDER_EVENT, attend);
  attend();
}
