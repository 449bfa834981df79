import { createSourceLook } from '../compile/source-look.ts';
import { mayHaveTypedBlocks } from '../compile/transform/typed-blocks.ts';
import type { CompiledPage } from '../compile/types.ts';
import { mayNeedTypes } from '../library-types/needs-types.ts';
import type { SourcePage } from '../load/types.ts';
import { withTabs } from '../with-tabs.ts';

/** Whether types may be put into a page after it is compiled: words and rows of the library's, those of code blocks. */
export function mayNeedTypesIn(page: SourcePage): boolean {
  return withTabs(page).some((file) => !file.letGo && mayAsk(file));
}

const mayAsk = createSourceLook(({ source }) => mayNeedTypes(source) || mayHaveTypedBlocks(source));

/** A compiled page as links, types and lists need it. */
export function withoutContent(page: CompiledPage): CompiledPage {
  return { ...page, content: [], statics: {}, texts: [], toc: [] };
}
