import type { BusyMark } from './busy-mark.ts';
import type { PageDocument } from './page-document.ts';
import type { PageLoader } from './page-loader.ts';

export interface Prepared {
  page: PageDocument;
  /** Code that changes the page, loaded with the first navigation. */
  change: typeof import('./page-change.ts');
  show: () => void;
  /** Ends the request; returns false if a newer request replaced it. */
  claim: () => boolean;
}

export type PageRequests = ReturnType<typeof createPageRequests>;

/** A new request replaces the previous one. */
export function createPageRequests(
  loader: PageLoader,
  prepareRender: (page: PageDocument) => Promise<() => void>,
  busy: BusyMark,
) {
  let latest = 0;
  const claim = (id: number): boolean => {
    const isLatest = id === latest;
    if (isLatest) latest++;
    return isLatest;
  };
  return {
    /** Resolves to `late` if a newer request replaced it, and to undefined if it needs a new document. */
    async prepare(url: URL): Promise<Prepared | 'late' | undefined> {
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
        const show = (): void => {
          busy.set(false);
          change.changePage(page.document, render);
        };
        return { page, change, show, claim: () => claim(id) };
      } catch {
        // A style sheet or a module is missing, as after a redeploy: the new document has its own.
        if (id !== latest) return 'late';
        busy.set(false);
        return undefined;
      }
    },
    cancel(): void {
      latest++;
      busy.set(false);
    },
  };
}
