import type { SourcePage } from '../load/types.ts';

/** Pages by file and by route, made once for all pages of a site. */
export interface PageIndex {
  /** Absolute file path to the page, or to the page that the file is a tab of. */
  byFile: Map<string, { routePath: string; tab?: string }>;
  byRoute: Map<string, SourcePage>;
}

/** Indexes pages and their tabs. */
export function createPageIndex(pages: SourcePage[]): PageIndex {
  const index: PageIndex = { byFile: new Map(), byRoute: new Map() };
  for (const page of pages) {
    index.byRoute.set(page.routePath, page);
    index.byFile.set(page.filePath, { routePath: page.routePath });
    for (const tab of page.tabs) index.byFile.set(tab.page.filePath, { routePath: page.routePath, tab: tab.key });
  }
  return index;
}
