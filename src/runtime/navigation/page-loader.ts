import { withoutBase } from '../../shared/base-url.ts';
import { type PageDocument, readPageData } from './page-document.ts';

export interface PageLoaderOptions {
  base: string;
  /** Build id of the page that runs: pages of another build are not mixed with it. */
  buildId: string;
  /** The host's addresses end with a slash: fetched like that, they need no redirect. */
  slashed: boolean;
  /** How many pages stay in memory, those fetched ahead included. Default 50. */
  keep?: number;
  /** Default: the browser's. */
  fetch?: typeof fetch;
}

/** Fetches pages of the site, and keeps the last ones. */
export interface PageLoader {
  /** The page at an address; undefined when it can only be opened by an ordinary navigation. */
  load: (url: URL) => Promise<PageDocument | undefined>;
  /** Keeps a page that came otherwise. */
  keep: (pathname: string, page: PageDocument) => void;
  /** Forgets every page. */
  clear: () => void;
}

/** Creates the owner of the fetched pages. */
export function createPageLoader({
  base,
  buildId,
  slashed,
  keep = 50,
  fetch = globalThis.fetch,
}: PageLoaderOptions): PageLoader {
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
    const response = await fetch(addressOf(url, slashed), { headers: { accept: 'text/html' } });
    const type = response.headers.get('content-type') ?? '';
    if (response.status !== 200 || !/^text\/html\b/i.test(type) || !isSameOrigin(response.url, url)) return undefined;
    const document = new DOMParser().parseFromString(await response.text(), 'text/html');
    const data = readPageData(document);
    const isUsable = data?.buildId === buildId && data.route === route && data.kind !== 'demo';
    return isUsable ? { data, document } : undefined;
  };

  return {
    clear: () => pages.clear(),
    keep: (pathname, page) => remember(trimSlash(pathname), Promise.resolve(page)),
    async load(url) {
      const path = trimSlash(url.pathname);
      const known = pages.get(path);
      const page = known ?? request(url).catch(() => undefined); // Offline, refused: the ordinary navigation tells it.
      remember(path, page);
      const loaded = await page;
      if (!loaded && pages.get(path) === page) pages.delete(path);
      return loaded;
    },
  };
}

/** Decoded route path of an address of the site; undefined for others. */
function routeOf(url: URL, base: string): string | undefined {
  const route = withoutBase(base, url.pathname);
  try {
    return route && decodeURIComponent(route);
  } catch {
    // A stray `%`: no page has such a route.
    return undefined;
  }
}

/** Path without the slash at its end, `/` for the root. */
export function trimSlash(pathname: string): string {
  return pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
}

function addressOf({ origin, pathname, search }: URL, slashed: boolean): string {
  return `${origin}${slashed && !pathname.endsWith('/') ? `${pathname}/` : pathname}${search}`;
}

/** `address` is empty for answers that the page made itself (a test, a service worker). */
function isSameOrigin(address: string, url: URL): boolean {
  return address === '' || new URL(address).origin === url.origin;
}
