import type { SourcePage } from './types.ts';

/** Returns a page and the pages of its tabs, in display order. */
export function withTabs(page: SourcePage): SourcePage[] {
  return [page, ...page.tabs.map((tab) => tab.page)];
}
