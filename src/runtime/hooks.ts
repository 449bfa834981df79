import { useLayoutEffect, useSyncExternalStore } from 'react';
import { COLOR_ATTRIBUTE } from '../shared/dom-contract.ts';
import type { Json } from '../shared/entities.ts';
import type { PageEntry } from '../shared/page-data.ts';
import { normalizeRoute } from '../shared/route-path.ts';
import { RENDER_EVENT } from './events.ts';
import { type NavigateOptions, useRuntime } from './runtime.ts';
import { useStore } from './store.ts';

/** Returns the color scheme that the page shows; `light` until hydration, because the server does not know the reader's choice. */
export function useColorScheme(): 'light' | 'dark' {
  return useSyncExternalStore(watchScheme, currentScheme, () => 'light');
}

function currentScheme(): 'light' | 'dark' {
  return document.documentElement.getAttribute(COLOR_ATTRIBUTE) === 'dark' ? 'dark' : 'light';
}

function watchScheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: [COLOR_ATTRIBUTE] });
  return () => observer.disconnect();
}

/** Returns the function that navigates to a URL of the site (with base). */
export function useNavigate(): (href: string, options?: NavigateOptions) => void {
  return useRuntime().navigate;
}

/** Notifies boot that the shell has new elements: after hydration, a page change, or recovery by React. Layouts call it. */
export function useRender(): void {
  const { page } = useRuntime();
  const shown = useStore(page);
  // biome-ignore lint/correctness/useExhaustiveDependencies: dispatched once for every page that is shown
  useLayoutEffect(() => void document.dispatchEvent(new Event(RENDER_EVENT)), [shown]);
}

const EVENTS = ['hashchange', 'popstate'] as const;

/** Returns true if the URL has this anchor as its hash; false until hydration, because the server does not know the hash. */
export function useActiveHash(id: string): boolean {
  return useSyncExternalStore(
    watchHash,
    () => location.hash === `#${encodeURIComponent(id)}`,
    () => false,
  );
}

function watchHash(listener: () => void): () => void {
  for (const type of EVENTS) addEventListener(type, listener);
  return () => {
    for (const type of EVENTS) removeEventListener(type, listener);
  };
}

/** Options of {@link usePages}. */
export interface UsePagesOptions {
  /** Lists only pages under this route path, such as `/blog`, without base and locale. Default: all pages. */
  below?: string;
}

/**
 * Lists pages of the site, in the content locale of the current page: their titles, URLs and front matter. The
 * list is created at build time. A page contains only the lists that its components use, so `below` must not change in
 * the browser.
 *
 * @example
 * const posts = usePages<{ date: string }>({ below: '/blog' });
 */
export function usePages<Frontmatter extends object = { [key: string]: Json | undefined }>({
  below,
}: UsePagesOptions = {}): PageEntry<Frontmatter>[] {
  const { page, listPages } = useRuntime();
  const { lists } = useStore(page).data;
  const path = below === undefined ? '' : normalizeRoute(below);
  const list = listPages ? listPages(path) : lists?.[path];
  if (!list)
    throw new Error(`The page has no list of the pages below ${below}: \`below\` must be the same as at build time`);
  return list as PageEntry<Frontmatter>[];
}
