import { withTabs } from '../../content/tabs.ts';
import type { SourcePage } from '../../content/types.ts';
import type { CompiledPage } from '../../markdown/types.ts';

/** Descriptions and table rows of the library, or the types of code blocks. */
export function mayNeedTypesIn(page: SourcePage): boolean {
  return withTabs(page).some(({ look }) => look.mayHaveTables || look.mayHaveTypedBlocks);
}

export function withoutContent(page: CompiledPage): CompiledPage {
  return { ...page, content: [], statics: {}, texts: [], toc: [] };
}
