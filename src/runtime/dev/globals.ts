import type { PageDocument } from '../navigation/page-document.ts';

/** What the runtime offers to the client script of `dev`. */
export interface DevRuntime {
  /** The page that is shown, as it was fetched; undefined while it is the one that the document came with. */
  shown: () => PageDocument | undefined;
  /** Forgets the pages that were fetched before. */
  forget: () => void;
  /**
   * Brings the page that is shown to its new HTML; demos that are the same stay alive, with their state. Rejects when a
   * script or a style sheet cannot be loaded.
   *
   * @param before the page as the server sent it
   * @returns false when only a new document helps
   */
  update: (next: PageDocument, before: PageDocument) => Promise<boolean>;
}

declare global {
  interface Window {
    cascaderDocsRuntime?: DevRuntime;
  }
}
