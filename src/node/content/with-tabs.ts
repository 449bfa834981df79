import type { SourcePage } from './types.ts';

/** A page and the pages of its tabs, in the order in which they are shown. */
export function withTabs(page: SourcePage): SourcePage[] {
  return [page, ...page.tabs.map((tab) => tab.page)];
}
