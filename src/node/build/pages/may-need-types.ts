import type { SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import type { CompiledPage } from '../../markdown/types.ts';

/** Whether types may be put into a page after it is compiled: words and rows of the library's, those of code blocks. */
export function mayNeedTypesIn(page: SourcePage): boolean {
  return withTabs(page).some(({ look }) => look.mayHaveTables || look.mayHaveTypedBlocks);
}

/** A compiled page as links, types and lists need it. */
export function withoutContent(page: CompiledPage): CompiledPage {
  return { ...page, content: [], statics: {}, texts: [], toc: [] };
}
