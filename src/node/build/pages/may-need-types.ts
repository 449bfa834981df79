import type { SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import type { CompiledPage } from '../../markdown/types.ts';

/**
 * Returns whether types may be added to a page after it is compiled: descriptions and table rows of the library, or the types of
 * code blocks.
 */
export function mayNeedTypesIn(page: SourcePage): boolean {
  return withTabs(page).some(({ look }) => look.mayHaveTables || look.mayHaveTypedBlocks);
}

/** Returns a compiled page with only the data that links, types and lists need. */
export function withoutContent(page: CompiledPage): CompiledPage {
  return { ...page, content: [], statics: {}, texts: [], toc: [] };
}
