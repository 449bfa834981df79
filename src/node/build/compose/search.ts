import type { SourcePage } from '../../content/types.ts';
import type { Site } from '../../project/config/types.ts';
import { wholePage } from '../../render/documents.ts';
import type { BuiltSite } from '../../render/types.ts';
import {
  createSearchIndexes,
  createSearchPage,
  type PutFile,
  type SearchPage,
} from '../../search/create-search-index.ts';
import { readSearchScripts, type SearchScripts } from '../../search/search-scripts.ts';
import type { MadePages } from '../pages/page-work.ts';

/** Returns undefined if the configuration turns search off. */
export async function searchScripts({ config }: Site): Promise<SearchScripts | undefined> {
  return config.search ? await readSearchScripts(config.base) : undefined;
}

/** Returns the search entries of pages by source path, also if search is turned off. */
export function searchPages({
  site,
  loaded: { pages, navigation },
  compiled,
  demos,
}: SearchedSite): ReadonlyMap<string, SearchPage> {
  const { locales } = site.config;
  const create = (page: SourcePage): SearchPage =>
    createSearchPage(page, { parts: wholePage(page, compiled).parts, nav: navigation.nav, locales, demos });
  return new Map(pages.map((page) => [page.sourcePath, create(page)]));
}

type SearchedSite = Pick<BuiltSite, 'site' | 'loaded' | 'compiled'> & {
  demos: Parameters<typeof createSearchPage>[1]['demos'];
};

/**
 * Empty if the configuration turns search off. `locale` limits the index to one content locale, as one file; large
 * sites get several.
 */
export function composeSearch({
  site,
  loaded,
  compiled,
  demos,
  locale,
  made,
}: SearchedSite & {
  locale?: string;
  made?: Pick<MadePages, 'search' | 'collector'> & {
    put?: PutFile;
  };
}): Map<string, string> {
  const { base, locales, search } = site.config;
  if (!search) return new Map();
  const { navigation } = loaded;
  const isWanted = (id: string): boolean => locale === undefined || id === locale;
  const pages = loaded.pages.filter((page) => isWanted(page.locale));
  const missing = pages.filter(({ sourcePath }) => !made?.search.has(sourcePath));
  const ofMissing = searchPages({ site, loaded: { ...loaded, pages: missing }, compiled, demos });
  return createSearchIndexes({
    pages: pages.flatMap((page) => {
      const search = made?.search.get(page.sourcePath) ?? ofMissing.get(page.sourcePath);
      return search ? [{ page, search }] : [];
    }),
    navigation,
    base,
    locales: locales.filter(({ id }) => isWanted(id)),
    ...search,
    ...(locale === undefined ? {} : { small: Number.POSITIVE_INFINITY }),
    collector: made?.collector,
    put: made?.put,
  });
}
