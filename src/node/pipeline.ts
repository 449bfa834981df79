/**
 * The pipeline, in order: load -> compile -> bundle -> prerender. What it makes is written by `build` and kept in memory
 * by a server. Each stage is a function from plain data to plain data and diagnostics; none reads the config file, the
 * arguments or the working directory.
 */
import { unlessAborted } from './abort.ts';
import { checkSiteTypes } from './api/check-site.ts';
import { readTypes, readTypesEarly } from './api/read-types.ts';
import { createTypesCache } from './api/types-cache.ts';
import { checkLanguages } from './bundle/languages.ts';
import { noCache } from './cache/cache.ts';
import { checkPages, headingText, mayRun } from './compile/compile-site.ts';
import type { CompiledPage } from './compile/types.ts';
import { bundleAll, bundleEarly } from './compose/bundles.ts';
import { siteFacts } from './compose/context.ts';
import { listDemos } from './compose/demo-list.ts';
import { composeDocuments } from './compose/documents.ts';
import { startPageWork } from './compose/pages.ts';
import { createRendererLoader, type RendererLoader } from './compose/renderer.ts';
import { composeSearch, searchScripts } from './compose/search.ts';
import type { Site } from './config/types.ts';
import { type Diagnostic, DiagnosticError } from './diagnostics/diagnostic.ts';
import { load } from './load/load.ts';
import { filesOf } from './pages/page-maker.ts';
import type { PipelineOptions, PipelineResult } from './pipeline-types.ts';
import { drawShareImages } from './prerender/share-images.ts';

export type { DemoListEntry } from './compose/demo-list.ts';
export type { PipelineOptions, PipelineResult, Stage } from './pipeline-types.ts';

interface Run {
  ending: AbortSignal;
  loader: RendererLoader;
  opened: { closed(): Promise<void> }[];
}

/** Runs the stages up to prerender. Throws a DiagnosticError that lists all errors of the stage that failed. */
export async function runPipeline(site: Site, options: PipelineOptions = {}): Promise<PipelineResult> {
  const { signal, cache = noCache } = options;
  // What runs beside the stages ends with them: the thread of the types, the process of the demos.
  const end = new AbortController();
  const ending = signal ? AbortSignal.any([signal, end.signal]) : end.signal;
  const loader = createRendererLoader(site, cache);
  const opened: Run['opened'] = [];
  try {
    const stages = runStages(site, options, { ending, loader, opened });
    return { ...(await unlessAborted(stages, signal)), explain: loader.explain };
  } catch (error) {
    throw await loader.explain(error);
  } finally {
    end.abort();
    // Nothing may be written into a folder that is about to be removed.
    await Promise.all(opened.map((part) => part.closed()));
  }
}

/** @param run.opened is told what is to be waited for once `run.ending` has aborted, which it does at any end */
async function runStages(site: Site, options: PipelineOptions, { ending, loader, opened }: Run) {
  const { includeDebug = false, development, checkTypes = false, cache = noCache, onStage, onTime } = options;
  const warnings: Diagnostic[] = [];
  const settle = (diagnostics: Diagnostic[]): void => {
    options.signal?.throwIfAborted();
    if (diagnostics.some(isError)) throw new DiagnosticError([...warnings, ...diagnostics]);
    warnings.push(...diagnostics);
  };

  const typesOptions = { cache: options.typesCache ?? createTypesCache(site), signal: ending };
  const earlyTypes = readTypesEarly(site, typesOptions);
  onStage?.('load');
  const { loaded, diagnostics: ofLoad } = await load(site, { includeDebug, omit: options.omit, headingText });
  settle([...checkLanguages(site), ...ofLoad]);
  const shareImages = await drawShareImages(site, loaded.pages, cache);

  onStage?.('compile');
  const all = loaded.pages.flatMap(filesOf);
  const running = all.filter((page) => mayRun(page, site));
  const early = bundleEarly(site, running, { loader, cache });
  const types = readTypes(site, all, { ...typesOptions, always: options.types, early: earlyTypes });
  const pages = startPageWork(site, loaded, options, ending);
  opened.push(pages);
  // What is bundled comes from the pages that may run alone, so that it can be bundled while the others compile.
  const first = new Map((await pages.first).map((page) => [page.sourcePath, page]));
  const live = running.map((page) => ({ page, compiled: first.get(page.sourcePath) as CompiledPage }));
  const runsCode = live.some(({ compiled: { demos, module } }) => demos.length > 0 || module !== undefined);
  const search = await searchScripts(site);
  const bundling = live.some(({ compiled }) => compiled.diagnostics.some(isError))
    ? undefined
    : bundleAll(site, live, early, { loader, development, cache, onTime, signal: ending }).then((bundles) => {
        pages.prepare(siteFacts(site, loaded, { ...bundles, search, runsCode }), bundles.renderer);
        return bundles;
      });
  // Awaited below; errors of content are told first.
  bundling?.catch(() => undefined);
  const compiled = new Map((await pages.compiled).map((page) => [page.sourcePath, page]));
  const found = [...compiled.values()].flatMap(({ diagnostics }) => diagnostics);
  if (found.some(isError)) settle([...found, ...checkPages(compiled, loaded.pages, site.root)]);
  const checkingTypes = checkTypes ? checkSiteTypes(site, compiled.values(), ending) : undefined;
  checkingTypes?.catch(() => undefined);
  if (types) onStage?.('types');
  const words = await types?.applyTo(compiled, options.types);
  settle([...found, ...(words?.diagnostics ?? []), ...checkPages(compiled, loaded.pages, site.root)]);
  if (!bundling) throw new Error('A page with errors was not reported');

  onStage?.('bundle');
  const { bundle, renderer, demos, sources, diagnostics } = await bundling;
  settle([...diagnostics, ...((await checkingTypes) ?? [])]);

  onStage?.('prerender');
  const api = words && (await types?.makeTables({ api: words, pages: loaded.pages, compiled, demos }));
  const built = { site, loaded, compiled, bundle, demos, api };
  const made = await pages.make(built);
  settle(made?.diagnostics ?? []);
  const wanted = made ? [] : loaded.pages;
  const documents = composeDocuments({ ...built, ...made, renderer, search, runsCode, pages: wanted });
  const assets = [...compiled.values()].flatMap((page) => page.assets);
  return {
    diagnostics: warnings,
    pages: loaded.pages.length,
    demos: demos.size,
    demoList: listDemos(site, live, demos),
    demoSources: sources.sources,
    written: made?.files ?? new Map<string, number>(),
    outputs: new Map<string, Uint8Array | string | (() => string)>([
      ...bundle.files,
      ...sources.files,
      ...(search?.files ?? []),
      ...composeSearch({ ...built, made }),
      ...shareImages,
      ...documents.outputs,
      ...(api?.outputs ?? []),
      ['.nojekyll', ''],
    ]),
    copies: new Map([...loaded.publicFiles, ...assets].map(({ output, filePath }) => [output, filePath])),
    types: api,
    check: async () => settle(await documents.check()),
  };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
