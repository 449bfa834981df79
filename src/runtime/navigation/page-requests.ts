import type { BusyMark } from './busy-mark.ts';
import type { PageDocument } from './page-document.ts';
import type { PageLoader } from './page-loader.ts';

/** A page with its styles and modules loaded, and the function that renders it. */
export interface Prepared {
  page: PageDocument;
  /** What a change of page takes beside rendering: loaded with the first page that is gone to. */
  change: typeof import('./page-change.ts');
  render: () => void;
  /** Ends the request; false when another one was made meanwhile. */
  claim: () => boolean;
}

/** Requests for pages, of which only the latest counts. */
export interface PageRequests {
  /** Loads a page with all it needs; undefined when only a new document helps. It is on its way until it is shown. */
  prepare: (url: URL) => Promise<Prepared | 'late' | undefined>;
  /** Drops what is on its way. */
  cancel: () => void;
}

/** @param prepareRender loads what a page needs to be rendered, and returns the function that renders it */
export function createPageRequests(
  loader: PageLoader,
  prepareRender: (page: PageDocument) => Promise<() => void>,
  busy: BusyMark,
): PageRequests {
  let latest = 0;
  const claim = (id: number): boolean => {
    const isLatest = id === latest;
    if (isLatest) latest++;
    return isLatest;
  };
  return {
    async prepare(url) {
      const id = ++latest;
      busy.set(true);
      try {
        const [page, change] = await Promise.all([loader.load(url), import('./page-change.ts')]);
        if (id !== latest) return 'late';
        if (!page) {
          busy.set(false);
          return undefined;
        }
        const [render] = await Promise.all([prepareRender(page), change.loadStyles(page.document)]);
        if (id !== latest) return 'late';
        busy.setReady();
        return { page, change, render, claim: () => claim(id) };
      } catch {
        // A style sheet or a module is missing, as after a redeploy: the new document brings its own.
        if (id !== latest) return 'late';
        busy.set(false);
        return undefined;
      }
    },
    cancel() {
      latest++;
      busy.set(false);
    },
  };
}
