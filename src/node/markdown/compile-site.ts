import { setImmediate } from 'node:timers/promises';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { StoryReader } from '../content/story-pages.ts';
import type { PageTexts, SourcePage } from '../content/types.ts';
import type { Site } from '../project/config/types.ts';
import { interfaceStrings } from '../project/languages/interface-strings.ts';
import { createRepositoryLinks } from '../project/repository-links.ts';
import { loadCompiler } from './compile-page.ts';
import { createPageIndex } from './page-index.ts';
import type { CompiledPage } from './types.ts';

export { checkFooter } from './check/check-footer.ts';
export { checkPages } from './check/check-pages.ts';
export { createCommentRenderer, headingText, renderComment, renderNote } from './markdown.ts';
export { highlight } from './transform/highlight.ts';

export type Compiler = ReturnType<typeof createCompiler>;

export interface CompilerOptions {
  site: Site;
  pages: SourcePage[];
  texts: PageTexts;
  /** Keeps debug demos, and applies `skip` and `only` (`dev`). Default `false`. */
  includeDebug?: boolean;
}

/** Reports site plugins that cannot be used, or that change how pages are parsed. */
export async function checkPlugins(site: Site): Promise<Diagnostic[]> {
  if (!site.config.markdown) return [];
  const { checkSitePlugins } = await import('./plugins/site-plugins.ts');
  return checkSitePlugins(site);
}

export function createCompiler(options: CompilerOptions) {
  const { site, pages, texts, includeDebug = false } = options;
  const index = createPageIndex(pages);
  const repositoryLink = createRepositoryLinks(site);
  const strings = interfaceStrings(site);
  const prepare = async (wanted: SourcePage[]): Promise<(page: SourcePage) => CompiledPage> =>
    await loadCompiler(wanted, { site, texts, index, includeDebug, strings, repositoryLink });
  /** Treats a tab (`tab.page`) like a page. Content errors are reported in the result's `diagnostics`, not thrown. */
  const compile = async (page: SourcePage): Promise<CompiledPage> => (await prepare([page]))(page);
  return {
    compile,
    prepare,
    async compileAll(wanted: SourcePage[], signal?: AbortSignal): Promise<CompiledPage[]> {
      const compiled: CompiledPage[] = [];
      for (const page of wanted) {
        compiled.push(await compile(page));
        // Yields to the event loop, so that the bundler's requests are answered.
        await setImmediate();
        signal?.throwIfAborted();
      }
      return compiled;
    },
  };
}

/** The parsers are loaded only if a site has stories. */
export const storyReader: StoryReader = {
  async stories(filePath, site, known) {
    const { describeStories } = await import('./stories/describe-stories.ts');
    return describeStories(filePath, site, known);
  },
  async docs(filePath, site) {
    const { readStoryDocs } = await import('./stories/story-docs.ts');
    return readStoryDocs(filePath, site);
  },
};
