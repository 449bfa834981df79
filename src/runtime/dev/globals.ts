import type { PageDocument } from '../navigation/page-document.ts';

/** What the script of a page that is being written offers to the runtime. */
export interface DevTools {
  /** Renders the components whose code was replaced, with their state where that is possible. */
  refresh: () => void;
  /** True for two components of which one is the other after an edit. */
  isSameFamily: (a: unknown, b: unknown) => boolean;
  /** A stack with the places of the sources. */
  mapStack: (stack: string) => Promise<string>;
}

/** What the runtime offers to that script. */
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
    cascaderDocsDev?: DevTools;
    cascaderDocsRuntime?: DevRuntime;
  }
}
