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
import { checkPages, createCompiler, headingText, mayRun } from './compile/compile-site.ts';
import type { CompiledPage } from './compile/types.ts';
import { bundleAll, bundleEarly } from './compose/bundles.ts';
import { listDemos } from './compose/demo-list.ts';
import { composeDocuments } from './compose/documents.ts';
import { startPageThreads } from './compose/pages.ts';
import { createRendererLoader, type RendererLoader } from './compose/renderer.ts';
import { composeSearch } from './compose/search.ts';
import type { Site } from './config/types.ts';
import { type Diagnostic, DiagnosticError } from './diagnostics/diagnostic.ts';
import { load } from './load/load.ts';
import type { SourcePage } from './load/types.ts';
import type { PipelineOptions, PipelineResult } from './pipeline-types.ts';
import { drawShareImages } from './prerender/share-images.ts';
import type { PageJob } from './prerender/types.ts';

export type { DemoListEntry } from './compose/demo-list.ts';
export type { PipelineOptions, PipelineResult, Stage } from './pipeline-types.ts';

/** Runs the stages up to prerender. Throws a DiagnosticError that lists all errors of the stage that failed. */
export async function runPipeline(site: Site, options: PipelineOptions = {}): Promise<PipelineResult> {
  const { signal, cache = noCache } = options;
  // What runs beside the stages ends with them: the thread of the types, the process of the demos.
  const end = new AbortController();
  const ending = signal ? AbortSignal.any([signal, end.signal]) : end.signal;
  const loader = createRendererLoader(site, cache);
  const opened: { closed(): Promise<void> }[] = [];
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

/**
 * @param run.ending aborts when the pipeline has failed or is done
 * @param run.opened is told what is to be waited for then
 */
async function runStages(
  site: Site,
  options: PipelineOptions,
  { ending, loader, opened }: { ending: AbortSignal; loader: RendererLoader; opened: { closed(): Promise<void> }[] },
): Promise<Omit<PipelineResult, 'explain'>> {
  const { includeDebug = false, development, checkTypes = false, cache = noCache, onStage, onTime, signal } = options;
  const onPage = (name: string, time: number): void => onTime?.('page', name, time);
  const warnings: Diagnostic[] = [];
  const settle = (diagnostics: Diagnostic[]): void => {
    signal?.throwIfAborted();
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
  // What is bundled comes from the pages that may run alone, so that it can be bundled while the others compile.
  const all = loaded.pages.flatMap((page) => [page, ...page.tabs.map((tab) => tab.page)]);
  const running = all.filter((page) => mayRun(page, site));
  const early = bundleEarly(site, running, { loader, cache });
  const compiler = createCompiler({ site, pages: loaded.pages, includeDebug, onTime: onPage });
  const compiled = new Map<string, CompiledPage>();
  const compile = async (pages: SourcePage[]): Promise<PageJob[]> => {
    for (const page of await compiler.compileAll(pages, ending)) compiled.set(page.sourcePath, page);
    return pages.map((page) => ({ page, compiled: compiled.get(page.sourcePath) as CompiledPage }));
  };
  const types = readTypes(site, all, { ...typesOptions, always: options.types, early: earlyTypes });
  const threads = startPageThreads(site, loaded, options, ending);
  opened.push(threads);
  const live = await compile(running);
  const hasErrors = live.some((job) => job.compiled.diagnostics.some(isError));
  const bundling = hasErrors
    ? undefined
    : bundleAll(site, live, early, { loader, development, cache, onTime, signal: ending });
  // Awaited below; errors of content are told first.
  bundling?.catch(() => undefined);
  const runsCode = live.some(({ compiled: { demos, module } }) => demos.length > 0 || module !== undefined);
  const making = bundling?.then(({ bundle, renderer }) => threads.make({ bundle, renderer, runsCode }));
  making?.catch(() => undefined);
  await compile(all.filter((page) => !mayRun(page, site) && !threads.has(page)));
  for (const page of await threads.compiled) compiled.set(page.sourcePath, page);
  const found = all.flatMap((page) => compiled.get(page.sourcePath)?.diagnostics ?? []);
  if (found.some(isError)) settle([...found, ...checkPages(compiled, loaded.pages, site.root)]);
  const checkingTypes = checkTypes ? checkSiteTypes(site, compiled.values(), ending) : undefined;
  checkingTypes?.catch(() => undefined);
  if (types) onStage?.('types');
  const api = await types?.applyTo(compiled, options.types);
  settle([...found, ...(api?.diagnostics ?? []), ...checkPages(compiled, loaded.pages, site.root)]);
  if (!bundling) throw new Error('A page with errors was not reported');

  onStage?.('bundle');
  const { bundle, renderer, demos, sources, diagnostics } = await bundling;
  settle([...diagnostics, ...((await checkingTypes) ?? [])]);

  onStage?.('prerender');
  const tables = api && (await types?.makeTables({ api, pages: loaded.pages, compiled, demos }));
  const made = await making;
  settle(made?.diagnostics ?? []);
  // A page that a thread could not make is made here, where what is wrong with it is told.
  const pages = loaded.pages.filter((page) => !threads.has(page) || made?.failed.has(page.sourcePath));
  await compile(pages.filter((page) => threads.has(page)));
  const search = await composeSearch({ site, loaded, compiled, demos, made });
  const documents = composeDocuments({
    ...{ site, loaded, compiled, bundle, renderer, demos, search },
    ...{ pages, runsCode, api: tables, writtenTwin: threads.readTwin, onTime: onPage },
  });
  const written = made?.files ?? new Map<string, number>();
  const assets = [...compiled.values()].flatMap((page) => page.assets);
  return {
    diagnostics: warnings,
    pages: loaded.pages.length,
    demos: demos.size,
    demoList: listDemos(site, live, demos),
    demoSources: sources.sources,
    written,
    outputs: new Map<string, Uint8Array | string | (() => string)>([
      ...bundle.files,
      ...sources.files,
      ...(search?.files ?? []),
      ...shareImages,
      ...[...documents.outputs].filter(([output]) => !written.has(output)),
      ...(tables?.outputs ?? []),
      ['.nojekyll', ''],
    ]),
    copies: new Map([...loaded.publicFiles, ...assets].map(({ output, filePath }) => [output, filePath])),
    types: tables,
    check: async () => settle(await documents.check()),
  };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
