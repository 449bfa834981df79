/**
 * The pipeline, in order: load -> compile -> bundle -> prerender. What it makes is written by `build` and kept in memory
 * by a server. Each stage is a function from plain data to plain data and diagnostics; none reads the config file, the
 * arguments or the working directory.
 */
import path from 'node:path';
import { withBase } from '../shared/base-url.ts';
import type { DemoSource } from '../shared/demo-source.ts';
import { uniqueById } from '../shared/unique-by-id.ts';
import { unlessAborted } from './abort.ts';
import { checkSiteTypes } from './api/check-site.ts';
import { readTypes } from './api/read-types.ts';
import type { SiteApi } from './api/site-api.ts';
import { createTypesCache } from './api/types-cache.ts';
import {
  bundleDemos,
  bundleReact,
  bundleRenderer,
  bundleSite,
  bundleSources,
  demoFilesOf,
} from './bundle/bundle-site.ts';
import { configDiagnostics, isConfigFrame } from './bundle/config-module.ts';
import { checkLanguages, compileLanguages } from './bundle/languages.ts';
import type { ServerScript } from './bundle/types.ts';
import { type Cache, noCache } from './cache/cache.ts';
import { checkPages, createCompiler, headingText, highlight, mayRun, renderMarkdown } from './compile/compile-site.ts';
import type { CompiledPage } from './compile/types.ts';
import type { Site } from './config/types.ts';
import { allOrDiagnostics, type Diagnostic, DiagnosticError } from './diagnostics/diagnostic.ts';
import { interfaceStrings } from './interface-strings.ts';
import { load } from './load/load.ts';
import { createNavigationLookup } from './load/navigation-lookup.ts';
import type { SourcePage } from './load/types.ts';
import { packageVersion } from './package-dir.ts';
import { tellDemoFaults } from './prerender/demo-faults.ts';
import { readDemoFiles } from './prerender/demo-files.ts';
import { findDemoWarnings } from './prerender/demo-warnings.ts';
import { prerenderDemos } from './prerender/demos.ts';
import { createDocuments } from './prerender/documents.ts';
import { describeLoadFailure } from './prerender/render-failure.ts';
import type { SiteSearch } from './prerender/render-page.ts';
import { importRenderer, type PageRenderer, SERVER_SCRIPT } from './prerender/server-module.ts';
import type { PageJob } from './prerender/types.ts';
import { readSandboxes } from './sandbox/sandbox-list.ts';
import {
  createSearchIndexes,
  createSearchPage,
  type SearchContext,
  type SearchOutput,
} from './search/create-search-index.ts';
import { sharedFiles } from './search/search-input.ts';
import { readSearchScripts } from './search/search-scripts.ts';
import { StrayError } from './stray-error.ts';
import { shownPath } from './write/write-error.ts';

/** Stages of the pipeline, and `write` after it. */
export type Stage = 'load' | 'compile' | 'bundle' | 'prerender' | 'write';

export interface PipelineOptions {
  /** Keep pages and demos that are marked `debug`. */
  includeDebug?: boolean;
  /** Source paths of pages that are left out, as if they were not there. */
  omit?: ReadonlySet<string>;
  /** Use React's development build in the browser, for tests. */
  development?: boolean;
  /** Check demos and code blocks against the types. */
  checkTypes?: boolean;
  /** Read the types of the library also when no page asks for them. */
  types?: boolean;
  /** Keeps bundles between builds. Default: nothing is kept. */
  cache?: Cache;
  /** Keeps what was read of types. Default: {@link createTypesCache}. */
  typesCache?: Cache;
  /** Told when a stage begins. */
  onStage?: (stage: Stage) => void;
  signal?: AbortSignal;
}

/** A demo of a site. */
export interface DemoListEntry {
  id: string;
  title?: string;
  /** Path of its source, relative to the site's root, with forward slashes; a fenced demo has that of its page. */
  file: string;
  /** Route of the page that embeds it, without base. */
  route: string;
  /** URL of its stand-alone page, with base. */
  url: string;
  /** `html`: it is in the HTML. `failed`: it could not be rendered, which is told. `browser`: by its nature it needs one. */
  rendering: 'html' | 'failed' | 'browser';
}

/** A site, ready to be written. */
export interface PipelineResult {
  diagnostics: Diagnostic[];
  pages: number;
  demos: number;
  /** Where each demo comes from and goes to. */
  demoList: DemoListEntry[];
  /** What editing and exporting a demo needs, by id; none for an inline demo. */
  demoSources: Map<string, DemoSource>;
  /** Contents by output path; documents are rendered when they are asked for. */
  outputs: Map<string, Uint8Array | string | (() => string)>;
  /** Files to copy: absolute path by output path. */
  copies: Map<string, string>;
  /** Types of the library and what demos use of them; absent where no page asks for types. */
  types?: SiteApi;
  /** Explains what ended the work on the outputs: a StrayError as a DiagnosticError with the place in the author's code. */
  explain: (error: unknown) => Promise<unknown>;
  /** Throws a DiagnosticError when documents could not be rendered; to be asked once all are. */
  check: () => Promise<void>;
}

/** Runs the stages up to prerender. Throws a DiagnosticError that lists all errors of the stage that failed. */
export async function runPipeline(site: Site, options: PipelineOptions = {}): Promise<PipelineResult> {
  const { signal } = options;
  // What runs beside the stages ends with them: the thread of the types, the process of the demos.
  const end = new AbortController();
  const ending = signal ? AbortSignal.any([signal, end.signal]) : end.signal;
  const authored: AuthoredCode = { pages: [] };
  const explain = (error: unknown): Promise<unknown> => explainStray(error, site, authored);
  try {
    const stages = runStages(site, options, { ending, authored });
    return { ...(await unlessAborted(stages, signal)), explain };
  } catch (error) {
    throw await explain(error);
  } finally {
    end.abort();
  }
}

/** Pages and theme, as they run in this process. */
interface AuthoredCode {
  /** Interactive pages in the renderer. */
  pages: SourcePage[];
  script?: ServerScript;
  isLoaded?: boolean;
}

/** What went wrong where nobody waits for it, as an error of the file that it comes from; what has none stays as it is. */
async function explainStray(error: unknown, site: Site, { script, pages, isLoaded }: AuthoredCode): Promise<unknown> {
  if (!(error instanceof StrayError)) return error;
  const { cause = error } = error;
  const stack = cause instanceof Error ? (cause.stack ?? '') : '';
  if (site.configFile && isConfigFrame(stack, site.configFile))
    return new DiagnosticError(configDiagnostics(cause, path.join(site.root, site.configFile), site.root), 2);
  const isOfPages = cause === error ? !isLoaded : stack.includes(SERVER_SCRIPT);
  if (!script || !isOfPages) return error;
  return new DiagnosticError(await describeLoadFailure(cause, script, site.root, pages));
}

/**
 * @param run.ending aborts when the pipeline has failed or is done
 * @param run.authored is told what of the author's runs
 */
async function runStages(
  site: Site,
  options: PipelineOptions,
  { ending, authored }: { ending: AbortSignal; authored: AuthoredCode },
): Promise<Omit<PipelineResult, 'explain'>> {
  const { includeDebug = false, development, checkTypes = false, cache = noCache, onStage, signal } = options;
  const warnings: Diagnostic[] = [];
  const settle = (diagnostics: Diagnostic[]): void => {
    signal?.throwIfAborted();
    if (diagnostics.some(isError)) throw new DiagnosticError([...warnings, ...diagnostics]);
    warnings.push(...diagnostics);
  };

  onStage?.('load');
  const { loaded, diagnostics: loadDiagnostics } = await load(site, { includeDebug, omit: options.omit, headingText });
  settle([...checkLanguages(site), ...loadDiagnostics]);

  onStage?.('compile');
  // What is bundled comes from the pages that may run alone, so that it can be bundled while the others compile.
  const all = loaded.pages.flatMap((page) => [page, ...page.tabs.map((tab) => tab.page)]);
  const running = all.filter((page) => mayRun(page, site));
  const early = bundleEarly(site, running, { cache, authored });
  const compiler = createCompiler({ site, pages: loaded.pages, includeDebug });
  const compiled = new Map<string, CompiledPage>();
  const compile = async (pages: SourcePage[]): Promise<PageJob[]> => {
    const results = await compiler.compileAll(pages, ending);
    for (const page of results) compiled.set(page.sourcePath, page);
    return pages.map((page) => ({ page, compiled: compiled.get(page.sourcePath) as CompiledPage }));
  };
  const types = readTypes(site, all, {
    cache: options.typesCache ?? createTypesCache(site),
    always: options.types,
    signal: ending,
  });
  const live = await compile(running);
  const demos = uniqueById(live.flatMap((job) => job.compiled.demos));
  const bundling = live.some((job) => job.compiled.diagnostics.some(isError))
    ? undefined
    : bundleAll(site, live, { early, development, cache, authored, signal: ending });
  // Awaited below; errors of content are told first.
  bundling?.catch(() => undefined);
  await compile(all.filter((page) => !mayRun(page, site)));
  const found = all.flatMap((page) => compiled.get(page.sourcePath)?.diagnostics ?? []);
  if (found.some(isError)) settle([...found, ...checkPages(compiled, loaded.pages)]);
  const checkingTypes = checkTypes ? checkSiteTypes(site, compiled.values(), ending) : undefined;
  checkingTypes?.catch(() => undefined);
  const api = await types?.applyTo(compiled, options.types);
  settle([...found, ...(api?.diagnostics ?? []), ...checkPages(compiled, loaded.pages)]);
  if (!bundling) throw new Error('A page with errors was not reported');

  onStage?.('bundle');
  const [{ bundle, renderer, demoHtml, demoFiles, files, sources }, { sandboxes, diagnostics }] = await Promise.all([
    bundling,
    readSandboxes(site.projectRoot, site.root),
  ]);
  settle([
    ...tellDemoFaults(demoHtml.faults),
    ...(await findDemoWarnings(site, demos, { demoHtml, files, demos: bundle.demos })),
    ...diagnostics,
    ...((await checkingTypes) ?? []),
  ]);

  const siteApi = api && (await types?.makeTables({ api, pages: loaded.pages, compiled, demoFiles, files }));
  const search = await makeSearch(site, loaded.pages, {
    navigation: loaded.navigation,
    compiled,
    demoHtml: demoHtml.html,
    demoFiles,
  });

  onStage?.('prerender');
  const jobs = loaded.pages.map((page) => ({ page, compiled: compiled.get(page.sourcePath) as CompiledPage }));
  const documents = createDocuments({ site, loaded, compiled, bundle }, jobs, {
    lookup: createNavigationLookup(loaded.navigation),
    renderer,
    demoHtml,
    demoFiles,
    sourceUrls: sources.urls,
    sandboxes,
    search,
    api: siteApi,
    renderMarkdown,
    strings: interfaceStrings(site),
    languages: Object.entries(compileLanguages(site)).map(([id, { name }]) => ({ id, name })),
    generator: `cascader-docs ${packageVersion}`,
    runsCode: live.some(({ compiled: { demos, module } }) => demos.length > 0 || module !== undefined),
  });

  const failed = new Set(demoHtml.faults.map(({ id }) => id));
  const assets = [...compiled.values()].flatMap((page) => page.assets);
  return {
    diagnostics: warnings,
    pages: jobs.length,
    demos: demos.length,
    demoList: uniqueById(
      live.flatMap(({ page, compiled: { demos } }) =>
        demos.map(({ id, title, code, filePath, location }) => ({
          id,
          title,
          file: code ? location.file : shownPath(site.root, filePath),
          route: page.routePath,
          url: withBase(site.config.base, `/~demos/${id}`),
          rendering: demoHtml.html.has(id) ? 'html' : failed.has(id) ? 'failed' : 'browser',
        })),
      ),
    ),
    demoSources: sources.sources,
    outputs: new Map<string, Uint8Array | string | (() => string)>([
      ...bundle.files,
      ...sources.files,
      ...(search?.files ?? []),
      ...documents.outputs,
      ...(siteApi?.outputs ?? []),
      ['.nojekyll', ''],
    ]),
    copies: new Map([...loaded.publicFiles, ...assets].map(({ output, filePath }) => [output, filePath])),
    types: siteApi,
    check: async () => settle(await documents.check()),
  };
}

/** Makes the search indexes; undefined where the configuration turns search off. */
async function makeSearch(
  { config: { base, locales, search } }: Site,
  pages: SourcePage[],
  context: Omit<SearchContext, 'locales' | 'shared'>,
): Promise<(SiteSearch & { files: Map<string, SearchOutput> }) | undefined> {
  if (!search) return undefined;
  const { files, ...scripts } = await readSearchScripts(base);
  const shared = sharedFiles(context.demoFiles);
  const indexes = createSearchIndexes({
    pages: pages.map((page) => ({ page, search: createSearchPage(page, { ...context, locales, shared }) })),
    navigation: context.navigation,
    base,
    locales,
    ...search,
  });
  return { ...scripts, files: new Map<string, SearchOutput>([...files, ...indexes]) };
}

/** Work of the bundler that began before the pages were compiled. */
interface EarlyBundles {
  renderer?: Promise<PageRenderer>;
  /** React for the frame of edited demos. */
  react?: Promise<string>;
}

/** Begins with what no page's content changes: the renderer, without interactive pages, and React for edited demos. */
function bundleEarly(site: Site, running: SourcePage[], { cache, authored }: RendererOptions): EarlyBundles {
  const isStatic = running.every(({ format }) => format !== 'mdx');
  const early = {
    renderer: isStatic ? loadRenderer(site, [], { cache, authored }) : undefined,
    react: running.length > 0 ? bundleReact(site, { cache }) : undefined,
  };
  // Awaited with the rest.
  for (const task of Object.values(early)) task?.catch(() => undefined);
  return early;
}

interface RendererOptions {
  cache: Cache;
  /** Is told of the renderer. */
  authored: AuthoredCode;
}

/** Bundles and imports the renderer; what of the author's throws meanwhile is told as such. */
async function loadRenderer(site: Site, live: PageJob[], { cache, authored }: RendererOptions): Promise<PageRenderer> {
  const script = await bundleRenderer(site, live, { cache });
  const pages = live.map(({ page }) => page).filter(({ format }) => format === 'mdx');
  Object.assign(authored, { script, pages });
  try {
    const renderer = await importRenderer(script);
    authored.isLoaded = true;
    return {
      ...renderer,
      inDevelopment: async () => await importRenderer(await bundleRenderer(site, live, { development: true })),
    };
  } catch (cause) {
    throw new DiagnosticError(await describeLoadFailure(cause, script, site.root, pages));
  }
}

/**
 * Bundles what pages with demos or code of their own need. The demos and their packages come first: they are rendered in
 * a process of their own while the rest is bundled.
 */
async function bundleAll(
  site: Site,
  live: PageJob[],
  {
    early,
    development,
    cache,
    authored,
    signal,
  }: { early: EarlyBundles } & RendererOptions & Pick<PipelineOptions, 'development' | 'signal'>,
) {
  const demos = uniqueById(live.flatMap((job) => job.compiled.demos));
  const bundlingDemos = bundleDemos(site, live, { react: early.react, cache, development });
  // Awaited below, with the others: what is wrong with a demo is told together with what is wrong elsewhere.
  await bundlingDemos.catch(() => undefined);
  const [{ bundle, demoFiles, files, sources }, renderer, demoHtml] = await allOrDiagnostics([
    bundleSite(site, live, { development, cache }).then(async (bundle) => {
      const scripts = await bundlingDemos;
      const files = demoFilesOf(site, demos, scripts, bundle);
      const demoFiles = await readDemoFiles(demos, files, highlight);
      return {
        bundle,
        demoFiles,
        files,
        sources: await bundleSources({ site, demos, bundle, files, demoFiles, scripts }),
      };
    }),
    early.renderer ?? loadRenderer(site, live, { cache, authored }),
    bundlingDemos.then((scripts) =>
      prerenderDemos(scripts, demos, { root: site.root, timeout: site.config.demoTimeout, signal }),
    ),
  ]);
  return { bundle, demoFiles, files, sources, renderer, demoHtml };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
