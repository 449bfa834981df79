import { withoutBase } from '../../shared/base-url.ts';
import { type PageDocument, readPageData } from './page-document.ts';

export interface PageLoaderOptions {
  base: string;
  /** Build id of the current page. Pages from another build are not mixed with it. */
  buildId: string;
  /** True if the host's URLs end with a slash: requests with a slash need no redirect. */
  slashed: boolean;
  /** Maximum number of pages in memory, including prefetched pages. Default: 50. */
  keep?: number;
  fetch?: typeof fetch;
}

export type PageLoader = ReturnType<typeof createPageLoader>;

export function createPageLoader({ base, buildId, slashed, keep = 50, fetch = globalThis.fetch }: PageLoaderOptions) {
  const pages = new Map<string, Promise<PageDocument | undefined>>();

  const remember = (path: string, page: Promise<PageDocument | undefined>): void => {
    pages.delete(path);
    pages.set(path, page);
    for (const oldest of pages.keys()) {
      if (pages.size <= keep) break;
      pages.delete(oldest);
    }
  };
  const request = async (url: URL): Promise<PageDocument | undefined> => {
    const route = routeOf(url, base);
    if (route === undefined) return undefined;
    const response = await fetch(urlOf(url, slashed), { headers: { accept: 'text/html' } });
    const type = response.headers.get('content-type') ?? '';
    if (response.status !== 200 || !/^text\/html\b/i.test(type) || !isSameOrigin(response.url, url)) return undefined;
    const document = new DOMParser().parseFromString(await response.text(), 'text/html');
    const data = readPageData(document);
    const isUsable = data?.buildId === buildId && data.route === route && data.kind !== 'demo';
    return isUsable ? { data, document } : undefined;
  };

  return {
    clear: (): void => pages.clear(),
    keep: (pathname: string, page: PageDocument): void => remember(trimSlash(pathname), Promise.resolve(page)),
    /** Resolves to the page at a URL; undefined if only an ordinary navigation can open it. */
    async load(url: URL): Promise<PageDocument | undefined> {
      const path = trimSlash(url.pathname);
      const known = pages.get(path);
      const page = known ?? request(url).catch(() => undefined); // Offline or refused: the ordinary navigation shows the error.
      remember(path, page);
      const loaded = await page;
      if (!loaded && pages.get(path) === page) pages.delete(path);
      return loaded;
    },
  };
}

/** Returns the decoded route path of a URL of the site; undefined for other URLs. */
function routeOf(url: URL, base: string): string | undefined {
  const route = withoutBase(base, url.pathname);
  try {
    return route && decodeURIComponent(route);
  } catch {
    // Invalid percent encoding: no page has this route.
    return undefined;
  }
}

/** Returns a path without its trailing slash; `/` for the root. */
export function trimSlash(pathname: string): string {
  return pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
}

function urlOf({ origin, pathname, search }: URL, slashed: boolean): string {
  return `${origin}${slashed && !pathname.endsWith('/') ? `${pathname}/` : pathname}${search}`;
}

/** `address` is empty for responses that were created in the browser (by a test or a service worker). */
function isSameOrigin(answered: string, url: URL): boolean {
  return answered === '' || new URL(answered).origin === url.origin;
}
