import { RENDER_EVENT } from './events.ts';
import type { LinkPrefetcherOptions } from './navigation/prefetch-links.ts';
import type { Runtime } from './runtime.ts';

/** Attribute of a link with a mode of its own, and of one with a timeout of its own in milliseconds. */
export const PREFETCH_ATTRIBUTE = 'data-prefetch';
export const TIMEOUT_ATTRIBUTE = 'data-prefetch-timeout';

const MODES = ['none', 'intent', 'render', 'viewport'] as const;
/** When the page of a link is fetched ahead. */
export type PrefetchMode = (typeof MODES)[number];

/** The mode that a `prefetch` value stands for; throws on a value that stands for none. */
export function prefetchMode(value: unknown): PrefetchMode {
  if (value === true) return 'intent';
  if (value === false) return 'none';
  const mode = MODES.find((known) => known === value);
  if (!mode) throw new Error(`Invalid prefetch value ${String(value)} found in Link component`);
  return mode;
}

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
