import { setImmediate } from 'node:timers/promises';
import type { PageTexts, SourcePage } from '../content/types.ts';
import type { Site } from '../project/config/types.ts';
import { interfaceStrings } from '../project/languages/interface-strings.ts';
import { createRepositoryLinks } from '../project/repository-links.ts';
import { type Asked, loadCompiler } from './compile-page.ts';
import { createPageIndex } from './page-index.ts';
import type { CompiledPage } from './types.ts';

export { checkFooter } from './check/check-footer.ts';
export { checkPages } from './check/check-pages.ts';
export { headingText, renderComment } from './markdown.ts';
export { highlight } from './transform/highlight.ts';

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

/** What a compiler is created from. */
export interface CompilerOptions {
  site: Site;
  /** All pages that links may lead to, with their tabs. */
  pages: SourcePage[];
  texts: PageTexts;
  /** Keep debug demos, and obey `skip` and `only` (dev). Default false. */
  includeDebug?: boolean;
  /** Told what a page has asked, besides its own text. */
  onAsked?: (sourcePath: string, asked: Asked) => void;
}

/** Makes the compiler of a site. */
export function createCompiler(options: CompilerOptions): Compiler {
  const { site, pages, texts, includeDebug = false, onAsked } = options;
  const index = createPageIndex(pages);
  const repositoryLink = createRepositoryLinks(site);
  const strings = interfaceStrings(site);
  const prepare: Compiler['prepare'] = async (wanted) => {
    const compilePage = await loadCompiler(wanted, { site, texts });
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
