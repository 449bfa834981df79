import type { BuiltDemo } from '../demos/built-demo.ts';
import type { MadePages } from '../pages/page-pool.ts';
import type { CompiledSite } from '../prerender/types.ts';
import { createSearchIndexes, createSearchPage, type SearchOutput } from '../search/create-search-index.ts';
import { sharedFiles } from '../search/search-input.ts';
import { readSearchScripts, type SearchScripts } from '../search/search-scripts.ts';

/** Search of a site: the addresses of its scripts, and its outputs by path. */
export interface ComposedSearch extends Omit<SearchScripts, 'files'> {
  files: Map<string, SearchOutput>;
}

/**
 * Makes the indexes of search, and reads its scripts; undefined where the configuration turns search off.
 *
 * @param input.made pages that were made elsewhere
 */
export async function composeSearch({
  site,
  loaded,
  compiled,
  demos,
  made,
}: Pick<CompiledSite, 'site' | 'loaded' | 'compiled'> & { demos: Map<string, BuiltDemo>; made?: MadePages }): Promise<
  ComposedSearch | undefined
> {
  const { base, locales, search } = site.config;
  if (!search) return undefined;
  const { navigation, pages } = loaded;
  const { files, ...scripts } = await readSearchScripts(base);
  const context = { compiled, navigation, locales, built: demos, shared: sharedFiles(demos) };
  const indexes = createSearchIndexes({
    pages: pages.map((page) => ({
      page,
      search: made?.search.get(page.sourcePath) ?? createSearchPage(page, context),
    })),
    navigation,
    base,
    locales,
    ...search,
    collector: made?.collector,
  });
  return { ...scripts, files: new Map<string, SearchOutput>([...files, ...indexes]) };
}
