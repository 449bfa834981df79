import type { PageDocument } from '../navigation/page-document.ts';

export interface DevRuntime {
  shown: () => PageDocument | undefined;
  forget: () => void;
  /**
   * Unchanged demos keep their state. Returns false if a new document is required. Rejects if a file cannot be loaded.
   */
  update: (next: PageDocument, before: PageDocument) => Promise<boolean>;
}

declare global {
  interface Window {
    cascaderDocsRuntime?: DevRuntime;
  }
}
