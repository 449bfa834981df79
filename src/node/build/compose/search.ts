import { withBase } from '../../../shared/base-url.ts';
import { contentPath, readBrowserScript } from '../../base/browser-scripts.ts';
import type { SourcePage } from '../../content/types.ts';
import type { Site } from '../../project/config/types.ts';
import { wholePage } from '../../render/documents.ts';
import { createSearchIndexes, createSearchPage } from '../../render/search/create-search-index.ts';
import type { BuiltSite } from '../../render/types.ts';

export interface SearchScripts {
  files: Map<string, string>;
  dialog: string;
  worker: string;
}

/** Returns undefined if the configuration turns search off. */
export async function searchScripts({ config: { base, search } }: Site): Promise<SearchScripts | undefined> {
  if (!search) return undefined;
  const files = new Map<string, string>();
  const emit = async (name: string): Promise<string> => {
    const text = await readBrowserScript(`${name}.js`);
    const file = contentPath(name, 'js', text);
    files.set(file, text);
    return withBase(base, `/${file}`);
  };
  return { dialog: await emit('search'), worker: await emit('search-worker'), files };
}

/** Returns the packed search entries of pages by source path, even if the configuration turns search off. */
export function searchPages({
  site,
  loaded: { pages, navigation },
  compiled,
  demos,
}: SearchedSite): ReadonlyMap<string, string> {
  const { locales } = site.config;
  const create = (page: SourcePage): string =>
    createSearchPage(page, { parts: wholePage(page, compiled).parts, nav: navigation.nav, locales, demos });
  return new Map(pages.map((page) => [page.sourcePath, create(page)]));
}

type SearchedSite = Pick<BuiltSite, 'site' | 'loaded' | 'compiled'> & {
  demos: Parameters<typeof createSearchPage>[1]['demos'];
};

/**
 * Returns no files if the configuration turns search off. If `locale` is set, the index covers only that content
 * locale, as one file; otherwise, the index of a large site has several files.
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
  /** Entries of pages that are already rendered. */
  made?: { search: ReadonlyMap<string, string> } | undefined;
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
      const text = made?.search.get(page.sourcePath) ?? ofMissing.get(page.sourcePath);
      return text === undefined ? [] : [{ page, text }];
    }),
    navigation,
    base,
    locales: locales.filter(({ id }) => isWanted(id)),
    ...search,
    ...(locale === undefined ? {} : { small: Number.POSITIVE_INFINITY }),
  });
}
