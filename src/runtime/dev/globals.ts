import type { PageDocument } from '../navigation/page-document.ts';

/** The interface that the runtime offers to the client script of `dev`. */
export interface DevRuntime {
  /** Returns the current page as it was fetched; undefined if it is the page of the initial document. */
  shown: () => PageDocument | undefined;
  /** Discards the cached pages. */
  forget: () => void;
  /**
   * Updates the current page to its new HTML. Unchanged demos keep their state. Rejects if a script or a style sheet
   * cannot be loaded.
   *
   * @param before the page as the server sent it
   * @returns false if a new document is required
   */
  update: (next: PageDocument, before: PageDocument) => Promise<boolean>;
}

declare global {
  interface Window {
    cascaderDocsRuntime?: DevRuntime;
  }
}
