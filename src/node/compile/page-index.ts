import type { SourcePage } from '../load/types.ts';

/** What a page may ask of the others. */
export interface PageIndex {
  /** Absolute file path to the page, or to the page that the file is a tab of. */
  byFile: { get(filePath: string): { routePath: string; tab?: string } | undefined };
  byRoute: { has(routePath: string): boolean };
}

/** Indexes pages and their tabs, once for all pages of a site. */
export function createPageIndex(pages: SourcePage[]): PageIndex {
  const index = { byFile: new Map<string, { routePath: string; tab?: string }>(), byRoute: new Set<string>() };
  for (const page of pages) {
    index.byRoute.add(page.routePath);
    index.byFile.set(page.filePath, { routePath: page.routePath });
    for (const tab of page.tabs) index.byFile.set(tab.page.filePath, { routePath: page.routePath, tab: tab.key });
  }
  return index;
}
