import type { Site } from '../config/types.ts';
import type { SourcePage } from '../load/types.ts';
import { compilePage } from './compile-page.ts';
import { createPageIndex } from './page-index.ts';
import type { CompiledPage } from './types.ts';

export { checkPages } from './check-pages.ts';
export { highlight } from './highlight.ts';
export { headingText, renderInline, renderMarkdown } from './markdown.ts';

/**
 * Whether a page may hold demos or code of its own; one that may not has nothing to bundle. A look at the source, which
 * is right about every page that does.
 */
export function mayRun({ format, source }: SourcePage, { config }: Site): boolean {
  const fence =
    config.codeBlockMode === 'active' ? /(?:```|~~~)[ \t]*[jt]sx\b/i : /(?:```|~~~)[ \t]*[jt]sx\b.*\|\s*demo/i;
  return format === 'mdx' || /<(?:code|embed)\b/i.test(source) || fence.test(source);
}

/** Compiles the pages of one site. */
export interface Compiler {
  /**
   * Compiles a page, or a tab (`tab.page`), which is a page of its own here. What is wrong with the content is in the
   * result's diagnostics; it does not throw for that.
   */
  compile(page: SourcePage): Promise<CompiledPage>;
}

/**
 * Makes the compiler of a site. `pages` are all pages that links may lead to, with their tabs; `includeDebug` (dev)
 * keeps debug demos and obeys `skip` and `only`, default false.
 */
export function createCompiler(options: { site: Site; pages: SourcePage[]; includeDebug?: boolean }): Compiler {
  const { site, pages, includeDebug = false } = options;
  const index = createPageIndex(pages);
  return { compile: (page) => compilePage(page, { site, index, includeDebug }) };
}
