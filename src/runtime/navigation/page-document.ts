import { PAGE_DATA_ID, type PageData } from '../../shared/page-data.ts';

export interface PageDocument {
  data: PageData;
  /** The document is never shown; only copies of its nodes are shown. */
  document: Document;
}

export function readPageData(document: Document): PageData | undefined {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) return undefined;
  try {
    return JSON.parse(text) as PageData;
  } catch {
    // The data is truncated, or from another site: an ordinary navigation opens the page, like a page without data.
    return undefined;
  }
}
