import type { SourcePage } from '../content/types.ts';

/** What a page may ask of the others. */
export interface PageIndex {
  /** Absolute file path to the page, or to the page that the file is a tab of. */
  byFile: { get(filePath: string): PageAddress | undefined };
  byRoute: { has(routePath: string): boolean };
}

/** Where the text of a file is shown. */
export interface PageAddress {
  routePath: string;
  tab?: string;
}

/** Indexes pages and their tabs, once for all pages of a site. */
export function createPageIndex(pages: SourcePage[]): PageIndex {
  const index = { byFile: new Map<string, PageAddress>(), byRoute: new Set<string>() };
  for (const page of pages) {
    index.byRoute.add(page.routePath);
    for (const { routePath } of page.fallbacks ?? []) index.byRoute.add(routePath);
    index.byFile.set(page.filePath, { routePath: page.routePath });
    for (const tab of page.tabs) index.byFile.set(tab.page.filePath, { routePath: page.routePath, tab: tab.key });
  }
  return index;
}

/** What was asked of an index, with the answers. */
export interface IndexAnswers {
  files: Map<string, PageAddress | undefined>;
  routes: Map<string, boolean>;
}

/** An index that writes down what it is asked. */
export function recordIndex(index: PageIndex): { index: PageIndex; asked: IndexAnswers } {
  const asked: IndexAnswers = { files: new Map(), routes: new Map() };
  return {
    asked,
    index: {
      byFile: {
        get(filePath) {
          const found = index.byFile.get(filePath);
          asked.files.set(filePath, found);
          return found;
        },
      },
      byRoute: {
        has(routePath) {
          const found = index.byRoute.has(routePath);
          asked.routes.set(routePath, found);
          return found;
        },
      },
    },
  };
}
