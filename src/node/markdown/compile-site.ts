import { setImmediate } from 'node:timers/promises';
import type { SourcePage } from '../content/types.ts';
import type { Site } from '../project/config/types.ts';
import { interfaceStrings } from '../project/languages/interface-strings.ts';
import { createRepositoryLinks } from '../project/repository-links.ts';
import { type Asked, loadCompiler } from './compile-page.ts';
import { createPageIndex } from './page-index.ts';
import { createSourceLook } from './source-look.ts';
import type { CompiledPage } from './types.ts';

export { checkFooter } from './check/check-footer.ts';
export { checkPages } from './check/check-pages.ts';
export { headingText, renderComment } from './markdown.ts';
export { highlight } from './transform/highlight.ts';

const DEMO_ELEMENT = /<(?:code|embed)\b/i;

/**
 * Whether a page may hold demos or code of its own; one that may not has nothing to bundle. A look at the source, which
 * is right about every page that does.
 */
export function mayRun(page: SourcePage, { config }: Site): boolean {
  if (page.letGo) return false;
  if (page.format === 'mdx' || page.frontmatter.hero?.demo !== undefined) return true;
  return config.codeBlockMode === 'active' ? hasDemoOrScript(page) : hasDemo(page);
}

const hasDemoOrScript = createSourceLook(
  ({ source }) => DEMO_ELEMENT.test(source) || /(?:```|~~~)[ \t]*[jt]sx\b/i.test(source),
);
const hasDemo = createSourceLook(
  ({ source }) => DEMO_ELEMENT.test(source) || /(?:```|~~~)[ \t]*[jt]sx\b.*\|\s*demo/i.test(source),
);

/** Compiles the pages of one site. */
export interface Compiler {
  /**
   * Compiles a page, or a tab (`tab.page`), which is a page of its own here. What is wrong with the content is in the
   * result's diagnostics; it does not throw for that.
   */
  compile(page: SourcePage): Promise<CompiledPage>;
  /** Loads what pages need, and returns a function that compiles one of them and awaits nothing. */
  prepare(pages: SourcePage[]): Promise<(page: SourcePage) => CompiledPage>;
  /** Compiles many pages, one after the other. */
  compileAll(pages: SourcePage[], signal?: AbortSignal): Promise<CompiledPage[]>;
}

/** Plain data: other threads make their compilers of the same. */
export interface CompilerOptions {
  site: Site;
  /** All pages that links may lead to, with their tabs. */
  pages: SourcePage[];
  /** Keep debug demos, and obey `skip` and `only` (dev). Default false. */
  includeDebug?: boolean;
  /** Told what a page has asked, besides its own text. */
  onAsked?: (sourcePath: string, asked: Asked) => void;
}

/** Makes the compiler of a site. */
export function createCompiler(options: CompilerOptions): Compiler {
  const { site, pages, includeDebug = false, onAsked } = options;
  const index = createPageIndex(pages);
  const repositoryLink = createRepositoryLinks(site);
  const strings = interfaceStrings(site);
  const prepare: Compiler['prepare'] = async (wanted) => {
    const compilePage = await loadCompiler(wanted, site);
    return (page) => compilePage(page, { site, index, includeDebug, strings, repositoryLink, onAsked });
  };
  const compile: Compiler['compile'] = async (page) => (await prepare([page]))(page);
  return {
    compile,
    prepare,
    async compileAll(wanted, signal) {
      const compiled: CompiledPage[] = [];
      for (const page of wanted) {
        compiled.push(await compile(page));
        // Lets the bundler's questions through.
        await setImmediate();
        signal?.throwIfAborted();
      }
      return compiled;
    },
  };
}
