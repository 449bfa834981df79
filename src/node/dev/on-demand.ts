import path from 'node:path';
import { withBase } from '../../shared/base-url.ts';
import { searchIndexPath } from '../../shared/search/index-file.ts';
import { DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { writePluginFiles } from '../build/compose/plugin-files.ts';
import { composeSearch, searchPages, searchScripts } from '../build/compose/search.ts';
import type { EmbeddedDemo } from '../markdown/types.ts';
import type { ResolvedConfig, Site } from '../project/config/types.ts';
import { readDemoFiles } from '../render/demos/built-demo.ts';
import type { SiteSearch } from '../render/render-page.ts';
import type { AssetStore } from './asset-store.ts';
import type { Pages } from './page-store.ts';

/** Kind of an on-demand output: the source of a demo by id, or the search index of a locale. */
export type DemandKind = 'source' | 'search';

const FOLDER = 'assets/~dev/source';

export function sourceUrl({ base }: ResolvedConfig, id: string): string {
  return withBase(base, `/${FOLDER}/${id}.json`);
}

export function parseDemand(
  outputPath: string,
  { locales }: ResolvedConfig,
): { kind: DemandKind; name: string } | undefined {
  const locale = locales.find(({ id }) => searchIndexPath(id) === outputPath);
  if (locale) return { kind: 'search', name: locale.id };
  const [, id] = outputPath.startsWith(FOLDER) ? (/([^/]+)\.json$/.exec(outputPath) ?? []) : [];
  return id === undefined ? undefined : { kind: 'source', name: id };
}

/** Undefined if search is disabled. */
export async function prepareSearch(site: Site, assets: AssetStore): Promise<SiteSearch | undefined> {
  const scripts = await searchScripts(site);
  if (!scripts) return undefined;
  const { files, dialog, worker } = scripts;
  assets.put('search', files);
  return { dialog, worker };
}

/** Returns an index of the texts of all pages and the entry files of demos. Undefined if search is disabled. */
export async function searchIndex(locale: string, site: Site, pages: Pages): Promise<string | undefined> {
  if (!site.config.search) return undefined;
  const searched = await readSearched(site, pages);
  return composeSearch({ ...searched, locale }).get(searchIndexPath(locale));
}

/**
 * Returns plugin files by path, which are computed again after each change to the site.
 *
 * @throws DiagnosticError if a plugin fails
 */
export function createPluginFiles(site: Site): (pages: Pages) => Promise<ReadonlyMap<string, string | Uint8Array>> {
  const write = async (pages: Pages): Promise<ReadonlyMap<string, string | Uint8Array>> => {
    const searched = await readSearched(site, pages);
    const search = () => searchPages(searched);
    const { files, diagnostics } = await writePluginFiles(site, pages.loaded, { search, taken: pages.byOutput.keys() });
    if (diagnostics.length > 0) throw new DiagnosticError(diagnostics);
    return files;
  };
  let known: { pages: Pages; files: ReturnType<typeof write> } | undefined;
  return async (pages) => {
    if (site.config.files.length === 0) return new Map();
    if (known?.pages !== pages) known = { pages, files: write(pages) };
    return await known.files;
  };
}

async function readSearched(site: Site, pages: Pages) {
  const { loaded } = pages;
  const compiled = await pages.compile(loaded.pages);
  const embedded = [...compiled.values()].flatMap((page) => page.demos);
  const files = await readDemoFiles(embedded, new Map(embedded.map((demo) => [demo.id, entryOf(demo)])));
  const demos = new Map([...files].map(([id, searched]) => [id, { searched }]));
  return { site, loaded, compiled, demos };
}

function entryOf({ filePath }: EmbeddedDemo) {
  return [{ name: path.basename(filePath), filePath, imports: {} }];
}
