/**
 * The pipeline, in order: load -> compile -> bundle -> prerender. What it makes is written by `build` and kept in memory
 * by a server. Each stage is a function from plain data to plain data and diagnostics; none reads the config file, the
 * arguments or the working directory.
 */
import { unlessAborted } from './abort.ts';
import { noCache } from './cache/cache.ts';
import { checkFooter, checkPages, headingText, mayRun } from './compile/compile-site.ts';
import type { CompiledPage } from './compile/types.ts';
import { bundleAll, bundleEarly } from './compose/bundles.ts';
import { siteFacts } from './compose/context.ts';
import { listDemos } from './compose/demo-list.ts';
import { composeDocuments } from './compose/documents.ts';
import { composeOutputs } from './compose/outputs.ts';
import { startPageWork, type WrittenPages } from './compose/pages.ts';
import { createRendererLoader, type RendererLoader } from './compose/renderer.ts';
import { searchScripts } from './compose/search.ts';
import type { Site } from './config/types.ts';
import { checkLanguages } from './languages/compile-languages.ts';
import { checkSiteTypes } from './library-types/check-site-types.ts';
import { readCodeTypes, readTypes, readTypesEarly } from './library-types/read-types.ts';
import { createTypesCache } from './library-types/types-cache.ts';
import { load } from './load/load.ts';
import type { SourcePage } from './load/types.ts';
import { mayNeedTypesIn } from './pages/may-need-types.ts';
import type { PipelineOptions, PipelineResult } from './pipeline-options.ts';
import { drawShareImages } from './prerender/share-images.ts';
import { addressesOf, checkPublished } from './published.ts';
import { createRun, isError, type Run } from './run.ts';
import type { Shards } from './shards/plan-shards.ts';
import { withTabs } from './with-tabs.ts';

export type { DemoListEntry } from './compose/demo-list.ts';
export type { PipelineOptions, PipelineResult, Stage } from './pipeline-options.ts';

type SiteRun = Run & { loader: RendererLoader };

/**
 * Runs the stages up to prerender: plan, pages, merge. Throws a DiagnosticError that lists all errors of the stage that
 * failed.
 */
export async function runPipeline(site: Site, options: PipelineOptions = {}): Promise<PipelineResult> {
  return await inRun(site, options, async (run) => {
    const plan = await planSite(site, options, run);
    const made = await plan.pages.make(plan.built);
    return mergeSite(plan, made, run);
  });
}

/** What other machines make the pages of a site of. Errors are those of {@link runPipeline}. */
export async function planShards(
  site: Site,
  count: number,
  options: PipelineOptions = {},
): Promise<Pick<PipelineResult, 'diagnostics' | 'pages' | 'demos'> & { shards: Shards }> {
  return await inRun(site, options, async (run) => {
    const { pages, built } = await planSite(site, { ...options, divides: true }, run);
    const shards = await pages.divide(built, count);
    return { shards, diagnostics: run.warnings, pages: built.loaded.pages.length, demos: built.demos.size };
  });
}

async function inRun<Result>(
  site: Site,
  options: PipelineOptions,
  work: (run: SiteRun) => Promise<Result>,
): Promise<Result> {
  const run = createRun(options.signal);
  const loader = createRendererLoader(site, options.cache ?? noCache);
  try {
    return await unlessAborted(work({ ...run, loader }), options.signal);
  } catch (error) {
    throw await loader.explain(error);
  } finally {
    await run.close();
  }
}

type Plan = Awaited<ReturnType<typeof planSite>>;

/** All that pages are made of. */
async function planSite(site: Site, options: PipelineOptions, { ending, settle, open, later, loader }: SiteRun) {
  const { includeDebug = false, development, checkTypes = false, cache = noCache, onStage, onTime } = options;
  const typesOptions = { cache: options.typesCache ?? createTypesCache(site), signal: ending };
  const earlyTypes = readTypesEarly(site, typesOptions);
  onStage?.('load');
  const letsGo = (page: SourcePage): boolean =>
    (options.divides || options.parts?.hasText(page)) === true && !mayRun(page, site) && !mayNeedTypesIn(page);
  const keeps = options.into?.contents && { verification: options.verification };
  const { omit } = options;
  const { loaded, diagnostics: ofLoad } = await load(site, { includeDebug, omit, headingText, letsGo, keeps });
  settle([...checkLanguages(site), ...checkFooter(site), ...ofLoad]);
  const shareImages = await drawShareImages(site, loaded.pages, cache);

  onStage?.('compile');
  const all = loaded.pages.flatMap(withTabs);
  const running = all.filter((page) => mayRun(page, site));
  const early = bundleEarly(site, running, { loader, cache });
  const types = readTypes(site, all, { ...typesOptions, always: options.types, early: earlyTypes });
  const pages = open(await startPageWork(site, loaded, options, ending));
  // What is bundled comes from the pages that may run alone, so that it can be bundled while the others compile.
  const first = new Map((await pages.first).map((page) => [page.sourcePath, page]));
  const live = running.map((page) => ({ page, compiled: first.get(page.sourcePath) as CompiledPage }));
  const runsCode = live.some(({ compiled: { demos, module } }) => demos.length > 0 || module !== undefined);
  const search = await searchScripts(site);
  const bundle = async () => {
    const bundles = await bundleAll(site, live, early, { loader, development, cache, onTime, signal: ending });
    pages.prepare(siteFacts(site, loaded, { ...bundles, search, runsCode }), bundles.renderer);
    return bundles;
  };
  // Errors of content are told first.
  const bundling = live.some(({ compiled }) => compiled.diagnostics.some(isError)) ? undefined : later(bundle());
  const compiled = new Map((await pages.compiled).map((page) => [page.sourcePath, page]));
  const found = [...compiled.values()].flatMap(({ diagnostics }) => diagnostics);
  // What pages lead to is known where all of them are.
  const check = () => (options.divides ? [] : checkPages(compiled, loaded.pages, { root: site.root }));
  if (found.some(isError)) settle([...found, ...check()]);
  const checkingTypes = later(checkTypes ? checkSiteTypes(site, compiled.values(), ending) : undefined);
  if (types) onStage?.('types');
  const code = await readCodeTypes(site, compiled, { ...typesOptions, reader: types?.reader });
  const words = await types?.applyTo(compiled, options.types);
  settle([...found, ...code, ...(words?.diagnostics ?? []), ...check()]);
  if (options.published) settle(checkPublished(options.published, loaded, compiled));
  if (!bundling) throw new Error('A page with errors was not reported');

  onStage?.('bundle');
  const { renderer, diagnostics, ...bundles } = await bundling;
  settle([...diagnostics, ...((await checkingTypes) ?? [])]);

  onStage?.('prerender');
  const api = words && (await types?.makeTables({ ...bundles, api: words, pages: loaded.pages, compiled }));
  const built = { ...bundles, site, loaded, compiled, api };
  return { pages, built, live, renderer, search, runsCode, shareImages };
}

/** What becomes of pages that are made, and of what lists them. */
function mergeSite(
  { built, live, renderer, search, runsCode, shareImages }: Plan,
  made: WrittenPages | undefined,
  { warnings, settle, loader }: SiteRun,
): PipelineResult {
  const { site, loaded, compiled, api } = built;
  settle(made?.diagnostics ?? []);
  const wanted = made ? [] : loaded.pages;
  const documents = composeDocuments({ ...built, ...made, renderer, search, runsCode, pages: wanted });
  return {
    ...composeOutputs({ ...built, search, made, documents, files: shareImages }),
    diagnostics: warnings,
    pages: loaded.pages.length,
    demos: built.demos.size,
    isVolatile: live.some(({ compiled: { demos } }) => demos.some(({ volatile }) => volatile)),
    demoList: listDemos(site, live, built.demos),
    demoSources: built.demoSources.byId,
    addresses: addressesOf(loaded.pages, compiled),
    types: api,
    made: made?.reasons ?? [],
    keepPages: (hashes) => made?.keep(hashes),
    explain: loader.explain,
    check: async () => settle(await documents.check()),
  };
}
