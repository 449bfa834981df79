import type { SourcePage } from './types.ts';

export function withTabs(page: SourcePage): SourcePage[] {
  return [page, ...page.tabs.map((tab) => tab.page)];
}
