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
import { type Diagnostic, DiagnosticError } from './diagnostics/diagnostic.ts';
import { DEAD_ADDRESSES } from './diagnostics/groups.ts';
import { checkLanguages } from './languages/compile-languages.ts';
import { checkSiteTypes } from './library-types/check-site-types.ts';
import { readCodeTypes, readTypes, readTypesEarly } from './library-types/read-types.ts';
import { createTypesCache } from './library-types/types-cache.ts';
import { load } from './load/load.ts';
import type { LoadedSite, SourcePage } from './load/types.ts';
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
 * Runs the stages up to prerender: plan, pages, merge. Throws a DiagnosticError that lists all errors of all stages that can
 * run without the failed part.
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
    return { shards, diagnostics: run.found, pages: built.loaded.pages.length, demos: built.demos.size };
  });
}

async function inRun<Result>(
  site: Site,
  options: PipelineOptions,
  work: (run: SiteRun) => Promise<Result>,
): Promise<Result> {
  const run = createRun(options);
  const loader = createRendererLoader(site, options.cache ?? noCache);
  try {
    return await unlessAborted(work({ ...run, loader }), options.signal);
  } catch (error) {
    throw withFound(await loader.explain(error), run.found);
  } finally {
    await run.close();
  }
}

/** Adds what earlier stages found to the errors that ended a run. */
function withFound(error: unknown, found: Diagnostic[]): unknown {
  if (!(error instanceof DiagnosticError) || error.diagnostics === found) return error;
  const more = found.filter((diagnostic) => !error.diagnostics.includes(diagnostic));
  return more.length > 0 ? new DiagnosticError([...more, ...error.diagnostics], error.exitCode) : error;
}

type Plan = Awaited<ReturnType<typeof planSite>>;

/** All that pages are made of. */
async function planSite(site: Site, options: PipelineOptions, run: SiteRun) {
  const { ending, note, attempt, settle, fail, open, later, loader } = run;
  const { includeDebug = false, development, checkTypes = false, cache = noCache, onStage, onTime } = options;
  const typesOptions = { cache: options.typesCache ?? createTypesCache(site), signal: ending };
  const earlyTypes = readTypesEarly(site, typesOptions);
  onStage?.('load');
  const letsGo = (page: SourcePage): boolean =>
    (options.divides || options.parts?.hasText(page)) === true && !mayRun(page, site) && !mayNeedTypesIn(page);
  const keeps = options.into?.contents && { verification: options.verification };
  const { omit, omitDemos } = options;
  const { loaded, diagnostics: ofLoad } = await load(site, { includeDebug, omit, headingText, letsGo, keeps });
  note([...checkLanguages(site), ...checkFooter(site), ...ofLoad]);
  if (!ofLoad.filter(isError).every((error) => isOfPages(error, site))) fail();
  const isWhole = !run.found.some(isError);
  const shareImages = await drawShareImages(site, loaded.pages, cache);

  onStage?.('compile');
  const all = loaded.pages.flatMap(withTabs);
  const running = all.filter((page) => mayRun(page, site));
  const early = bundleEarly(site, running, { loader, cache });
  const types = readTypes(site, all, { ...typesOptions, always: options.types, early: earlyTypes });
  // Two pages may have one address, so that after an error nothing is written.
  const pages = open(await startPageWork(site, loaded, isWhole ? options : { ...options, into: undefined }, ending));
  // What is bundled comes from the pages that may run alone, so that it can be bundled while the others compile.
  const first = new Map((await pages.first).map((page) => [page.sourcePath, page]));
  const live = running.map((page) => ({
    page,
    compiled: withoutDemos(first.get(page.sourcePath) as CompiledPage, omitDemos),
  }));
  const runsCode = live.some(({ compiled: { demos, module } }) => demos.length > 0 || module !== undefined);
  const search = await searchScripts(site);
  const bundle = async () => {
    const bundles = await bundleAll(site, live, early, { loader, development, cache, onTime, signal: ending });
    pages.prepare(siteFacts(site, loaded, { ...bundles, search, runsCode }), bundles.renderer);
    return bundles;
  };
  const bundling = later(bundle());
  const compiled = new Map((await pages.compiled).map((page) => [page.sourcePath, page]));
  note([...compiled.values()].flatMap(({ diagnostics }) => diagnostics));
  const checkingTypes = later(checkTypes ? checkSiteTypes(site, compiled.values(), ending) : undefined);
  if (types) onStage?.('types');
  const code = await readCodeTypes(site, compiled, { ...typesOptions, reader: types?.reader });
  const words = await types?.applyTo(compiled, options.types);
  note([...code, ...(words?.diagnostics ?? [])]);
  // What pages lead to is known where all of them are.
  if (!options.divides) note(checkLinks(compiled, loaded, { site, omit, ofLoad }));
  if (options.published && isWhole) note(checkPublished(options.published, loaded, compiled));

  onStage?.('bundle');
  const bundled = await attempt(bundling);
  note(bundled?.diagnostics ?? []);
  const failed = new Set(run.found.filter(isError).map(({ location }) => location?.file));
  // What cannot be bundled is mostly wrong for the compiler, too.
  note(((await checkingTypes) ?? []).filter(({ location }) => !failed.has(location?.file)));
  settle();
  if (!bundled) return fail();

  onStage?.('prerender');
  const { renderer, diagnostics: _noted, ...bundles } = bundled;
  const api = words && (await types?.makeTables({ ...bundles, api: words, pages: loaded.pages, compiled }));
  const built = { ...bundles, site, loaded, compiled, api };
  return { pages, built, live, renderer, search, runsCode, shareImages };
}

function withoutDemos(page: CompiledPage, omitted: ReadonlySet<string> | undefined): CompiledPage {
  return omitted ? { ...page, demos: page.demos.filter(({ id }) => !omitted.has(id)) } : page;
}

/** True for an error without which all other pages can be compiled and bundled: in a page, or about an address. */
function isOfPages({ code, location }: Diagnostic, { configFile }: Site): boolean {
  return DEAD_ADDRESSES.has(code) || (location !== undefined && location.file !== configFile);
}

/** Dead links and demos with one id. Where pages are missing, nothing is said of links to pages. */
function checkLinks(
  compiled: Map<string, CompiledPage>,
  { pages }: LoadedSite,
  { site, omit, ofLoad }: { site: Site; omit?: ReadonlySet<string> | undefined; ofLoad: Diagnostic[] },
): Diagnostic[] {
  const isLost = ({ location }: Diagnostic): boolean =>
    /\.mdx?$/.test(location?.file ?? '') && !compiled.has(location?.file ?? '');
  const areMissing = (omit !== undefined && omit.size > 0) || ofLoad.filter(isError).some(isLost);
  return checkPages(compiled, pages, { root: site.root }).filter(({ code }) => !(areMissing && code === 'CD320'));
}

/** What becomes of pages that are made, and of what lists them. */
function mergeSite(
  { built, live, renderer, search, runsCode, shareImages }: Plan,
  made: WrittenPages | undefined,
  { found, settle, loader }: SiteRun,
): PipelineResult {
  const { site, loaded, compiled, api } = built;
  settle(made?.diagnostics ?? []);
  const wanted = made ? [] : loaded.pages;
  const documents = composeDocuments({ ...built, ...made, renderer, search, runsCode, pages: wanted });
  return {
    ...composeOutputs({ ...built, search, made, documents, files: shareImages }),
    diagnostics: found,
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
