import type { SourcePage } from '../content/types.ts';

export type PageIndex = ReturnType<typeof createPageIndex>;

export function createPageIndex(pages: SourcePage[]) {
  const index = {
    /** Maps an absolute file path to its page, or to the page that the file is a tab of. */
    byFile: new Map<string, { routePath: string; tab?: string }>(),
    byRoute: new Set<string>(),
  };
  for (const page of pages) {
    index.byRoute.add(page.routePath);
    for (const { routePath } of page.fallbacks ?? []) index.byRoute.add(routePath);
    index.byFile.set(page.filePath, { routePath: page.routePath });
    for (const tab of page.tabs) index.byFile.set(tab.page.filePath, { routePath: page.routePath, tab: tab.key });
  }
  return index;
}
