/** Outputs that are made for one demo or content locale when they are asked for: editing and searching need them, reading does not. */
import path from 'node:path';
import { withBase } from '../../shared/base-url.ts';
import type { EmbeddedDemo } from '../compile/types.ts';
import type { ResolvedConfig, Site } from '../config/types.ts';
import { readDemoFiles } from '../prerender/demo-files.ts';
import type { SiteSearch } from '../prerender/render-page.ts';
import { createSearchIndexes } from '../search/create-search-index.ts';
import { readSearchScripts } from '../search/search-scripts.ts';
import type { AssetStore } from './asset-store.ts';
import type { Pages } from './page-store.ts';

/** What is made on demand: the source of a demo by its id, the index of search by its locale. */
export type DemandKind = 'source' | 'search';

const FOLDER = 'assets/~dev';

/** URL of something that is made on demand. */
export function demandUrl({ base }: ResolvedConfig, kind: DemandKind, name: string): string {
  return withBase(base, `/${FOLDER}/${kind}/${name}.json`);
}

/** Kind and name of an output path; undefined for one that is not made on demand. */
export function parseDemand(outputPath: string): { kind: DemandKind; name: string } | undefined {
  const [, kind, name] = /^assets\/~dev\/(source|search)\/(.+)\.json$/.exec(outputPath) ?? [];
  return kind && name ? { kind: kind as DemandKind, name } : undefined;
}

/** Addresses of search; undefined where the configuration turns it off. */
export async function prepareSearch({ config }: Site, assets: AssetStore): Promise<SiteSearch | undefined> {
  if (!config.search) return undefined;
  const { files, dialog, worker } = await readSearchScripts(config.base);
  assets.put('search', files);
  return { dialog, worker, urls: new Map(config.locales.map(({ id }) => [id, demandUrl(config, 'search', id)])) };
}

/** The search index of a content locale as JSON: all texts, and the demos' entry files. Undefined when there is none. */
export async function searchIndex(locale: string, { config }: Site, pages: Pages): Promise<string | undefined> {
  if (!config.search) return undefined;
  const { loaded } = pages;
  const compiled = await pages.compile(loaded.pages);
  const demos = [...compiled.values()].flatMap((page) => page.demos);
  const { files, urls } = createSearchIndexes({
    loaded,
    compiled,
    demoHtml: new Map(),
    demoFiles: await readDemoFiles(demos, new Map(demos.map((demo) => [demo.id, entryOf(demo)])), (code) => code),
    locales: config.locales,
    base: config.base,
    ...config.search,
    small: Number.POSITIVE_INFINITY,
  });
  const content = files.get(`assets/${urls.get(locale)?.split('/').at(-1)}`);
  return typeof content === 'function' ? content() : content;
}

function entryOf({ filePath }: EmbeddedDemo) {
  return [{ name: path.basename(filePath), filePath, imports: {} }];
}
