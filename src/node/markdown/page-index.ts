import type { SourcePage } from '../content/types.ts';

/** Queries that a page may make about other pages. */
export interface PageIndex {
  /** Maps an absolute file path to its page, or to the page that the file is a tab of. */
  byFile: { get(filePath: string): PageAddress | undefined };
  byRoute: { has(routePath: string): boolean };
}

/** Route of a file's content, and its tab on that page. */
export interface PageAddress {
  routePath: string;
  tab?: string;
}

/** Builds the index of all pages of a site, with their tabs. */
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

/** Recorded queries of an index, with their answers. */
export interface IndexAnswers {
  files: Map<string, PageAddress | undefined>;
  routes: Map<string, boolean>;
}

/** Wraps an index so that it records each query with its answer. */
export function recordIndex(index: PageIndex): { index: PageIndex; queries: IndexAnswers } {
  const answers: IndexAnswers = { files: new Map(), routes: new Map() };
  return {
    queries: answers,
    index: {
      byFile: {
        get(filePath) {
          const found = index.byFile.get(filePath);
          answers.files.set(filePath, found);
          return found;
        },
      },
      byRoute: {
        has(routePath) {
          const found = index.byRoute.has(routePath);
          answers.routes.set(routePath, found);
          return found;
        },
      },
    },
  };
}
