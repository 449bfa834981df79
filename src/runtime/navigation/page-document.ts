import { PAGE_DATA_ID, type PageData } from '../../shared/page-data.ts';

/** A page as it was fetched. */
export interface PageDocument {
  data: PageData;
  /** Never shown itself: what is shown are copies of its parts. */
  document: Document;
}

/** Data of the page in a document; undefined when it has none or it cannot be read. */
export function readPageData(document: Document): PageData | undefined {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) return undefined;
  try {
    return JSON.parse(text) as PageData;
  } catch {
    // Cut off, or not ours: as a page without data it is opened by an ordinary navigation.
    return undefined;
  }
}
