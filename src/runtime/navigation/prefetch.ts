import { PREFETCH_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { RENDER_EVENT } from '../events.ts';
import type { Runtime } from '../runtime.ts';
import type { LinkPrefetcherOptions } from './prefetch-links.ts';

/** The code is loaded when a link needs it. */
export function startPrefetch({ site, load, prefetch }: Runtime, urlOf: LinkPrefetcherOptions['urlOf']): void {
  const { routePrefetch } = site;
  let prefetcher: Promise<{ attend: () => void }> | undefined;
  const attend = (): void => {
    if (routePrefetch.defaultPrefetch === 'none' && !document.querySelector(`[${PREFETCH_ATTRIBUTE}]`)) return;
    prefetcher ??= load(() => import('./prefetch-links.ts')).then(({ createLinkPrefetcher }) =>
      createLinkPrefetcher({ routePrefetch, urlOf, prefetch }),
    );
    prefetcher.then(
      (links) => links.attend(),
      () => {
        // Links work without prefetching; the next link tries again.
        prefetcher = undefined;
      },
    );
  };
  document.addEventListener(RENDER_EVENT, attend);
  attend();
}
