/** A site in memory: the stages of the pipeline, each run for what is asked for, and again for what has changed. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { withBase } from '../../shared/base-url.ts';
import { bundleShell, bundleSources } from '../bundle/bundle-site.ts';
import { listDemoFiles } from '../bundle/demo-source.ts';
import type { UnitSource } from '../bundle/dev/unit.ts';
import { checkLanguages, compileLanguages, languageStrings } from '../bundle/languages.ts';

import { reactFolders } from '../bundle/resolve-plugin.ts';
import type { SiteBundle } from '../bundle/types.ts';
import {
  type Compiler,
  checkPages,
  createCompiler,
  headingText,
  highlight,
  mayRun,
  renderMarkdown,
} from '../compile/compile-site.ts';
import type { CompiledPage } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import { type LoadMemory, load, reloadPage } from '../load/load.ts';
import { createNavigationLookup, type NavigationLookup } from '../load/navigation-lookup.ts';
import type { LoadedSite, SourcePage } from '../load/types.ts';
import { packageVersion } from '../package-dir.ts';
import { readDemoFiles } from '../prerender/demo-files.ts';
import { createDemoRenderer } from '../prerender/demo-renderer.ts';
import { createDocuments, type Documents } from '../prerender/documents.ts';
import { twinPath } from '../prerender/markdown-twin.ts';
import type { SiteSearch } from '../prerender/render-page.ts';
import { importRenderer, type PageRenderer, requireOf } from '../prerender/server-module.ts';
import { readSandboxes } from '../sandbox/sandbox-list.ts';
import { createSearchIndexes } from '../search/create-search-index.ts';
import { readSearchScripts } from '../search/search-scripts.ts';
import { createAssetStore } from './asset-store.ts';
import { createScriptShop, type PageScripts } from './page-scripts.ts';

/** An output that was made because it was asked for. */
export interface DevOutput {
  content: string | Uint8Array;
  /** What is wrong with the page, or with the site: it may lack what the errors are about. */
  diagnostics: Diagnostic[];
}

/** A site whose outputs are made when they are asked for. */
export interface DevSite {
  site: Site;
  /** Makes an output; undefined when the site has none of that path. Throws a DiagnosticError when it cannot be made at all. */
  output(outputPath: string): Promise<DevOutput | undefined>;
  /**
   * Takes note of changed files (absolute paths).
   *
   * @returns whether a page that was asked for may be another one now
   */
  update(changed: ReadonlySet<string>): Promise<boolean>;
  /** Output paths of pages that were asked for and that the files are part of: some, where they are many. */
  pagesOf(changed: ReadonlySet<string>): string[];
  /** Files outside of the project that went in. */
  outsideFiles(): string[];
  close(): Promise<void>;
}

/** What the runtime, the theme and the renderer come to. */
interface Shell {
  client: SiteBundle;
  renderer: PageRenderer;
}

/** What the pages come to before one is looked at. */
interface Pages {
  loaded: LoadedSite;
  lookup: NavigationLookup;
  compiler: Compiler;
  byOutput: Map<string, SourcePage>;
  diagnostics: Diagnostic[];
}

/** A request for documents: the pages that it takes, compiled, with their scripts. */
interface Job {
  pages: SourcePage[];
  compiled: Map<string, CompiledPage>;
  scripts: PageScripts;
  bundle: SiteBundle;
}

/** Pages that are kept as they were printed. */
const KEPT_PAGES = 200;
/** Pages of one update whose faults are told although nobody has them open. */
const PAGES_TOLD = 20;
/** Folder of outputs that are made for one demo or locale when they are asked for. */
const ON_DEMAND = 'assets/~dev/';

/** Creates a site in memory. Nothing is made yet. */
export function createDevSite(site: Site): DevSite {
  const { config, root } = site;
  const assets = createAssetStore();
  const renderer = createDemoRenderer({ timeout: config.demoTimeout });
  const shop = createScriptShop(site, assets, renderer);
  const memory: LoadMemory = { files: new Map() };
  const compiledPages = new Map<string, Promise<CompiledPage>>();
  /** Files to copy, by output path: pictures of the pages. */
  const copies = new Map<string, string>();
  /** Pages that were asked for since something changed, and the files of all that ever were. */
  const printed = new Map<string, Promise<DevOutput>>();
  const filesOfPages = new Map<string, string[]>();
  const strings = languageStrings(site);
  const languages = Object.entries(compileLanguages(site)).map(([id, { name }]) => ({ id, name }));
  let pages: Promise<Pages> | undefined;
  let shell: Promise<Shell> | undefined;
  let search: Promise<SiteSearch | undefined> | undefined;
  /** Documents that are no pages': they need nothing compiled. */
  let plainDocuments: Promise<Documents> | undefined;

  const loadPages = async (): Promise<Pages> => {
    const { loaded, diagnostics } = await load(site, { includeDebug: true, headingText, memory });
    const all = loaded.pages;
    return {
      loaded,
      lookup: createNavigationLookup(loaded.navigation),
      compiler: createCompiler({ site, pages: all, includeDebug: true }),
      byOutput: new Map(all.map((page) => [outputOf(page.routePath), page])),
      diagnostics: [...checkLanguages(site), ...diagnostics],
    };
  };
  const getPages = (): Promise<Pages> => {
    pages ??= loadPages();
    return pages;
  };
  const getShell = (): Promise<Shell> => {
    shell ??= bundleShell(site).then(async (bundles) => {
      assets.put('shell', bundles.client.files);
      return { client: bundles.client, renderer: await importRenderer(bundles.renderer) };
    });
    return shell;
  };
  const getSearch = (): Promise<SiteSearch | undefined> => {
    search ??= prepareSearch();
    return search;
  };
  const prepareSearch = async (): Promise<SiteSearch | undefined> => {
    if (!config.search) return undefined;
    const { files, dialog, worker } = await readSearchScripts(config.base);
    assets.put('search', files);
    const urls = config.locales.map(({ id }): [string, string] => [
      id,
      withBase(config.base, `/${ON_DEMAND}search/${id}.json`),
    ]);
    return { dialog, worker, urls: new Map(urls) };
  };

  const compile = async (page: SourcePage): Promise<CompiledPage> => {
    const { compiler } = await getPages();
    const known = compiledPages.get(page.sourcePath) ?? compiler.compile(page);
    compiledPages.set(page.sourcePath, known);
    const compiled = await known;
    for (const { output, filePath } of compiled.assets) copies.set(output, filePath);
    return compiled;
  };
  const compileWithTabs = async (list: SourcePage[]): Promise<Map<string, CompiledPage>> => {
    const all = list.flatMap((page) => [page, ...page.tabs.map((tab) => tab.page)]);
    return new Map(await Promise.all(all.map(async (page) => [page.sourcePath, await compile(page)] as const)));
  };
  /** Pages with all that their documents are printed from. */
  const prepare = async (list: SourcePage[]): Promise<Job> => {
    const [{ client, renderer: pageRenderer }, compiled] = await Promise.all([getShell(), compileWithTabs(list)]);
    const sources = list.flatMap((page) => sourcesOf(page, compiled));
    const scripts = await shop.make(sources, {
      client,
      require: requireOf(pageRenderer, reactFolders(site.projectRoot)),
    });
    const { demos, modules, lessImports } = scripts;
    return { pages: list, compiled, scripts, bundle: { ...client, demos, modules, lessImports } };
  };
  const printDocuments = async (job: Job): Promise<Documents> => {
    const { compiled, bundle, scripts } = job;
    const [{ loaded, lookup }, { renderer: pageRenderer }, { sandboxes }, siteSearch] = await Promise.all([
      getPages(),
      getShell(),
      readSandboxes(site.projectRoot, root),
      getSearch(),
    ]);
    const demos = demosOf(job);
    const files = listDemoFiles(site, demos, { files: scripts.files }, bundle);
    const modules = Object.fromEntries(scripts.components);
    const own = { ...pageRenderer, server: { ...pageRenderer.server, modules } };
    const jobs = job.pages.map((page) => ({ page, compiled: compiled.get(page.sourcePath) as CompiledPage }));
    return createDocuments({ site, loaded, compiled, bundle }, jobs, {
      lookup,
      renderer: own,
      demoHtml: scripts.html,
      demoFiles: await readDemoFiles(demos, files, highlight),
      sourceUrls: new Map(
        demos
          .filter(({ inline }) => !inline)
          .map(({ id }) => [id, withBase(config.base, `/${ON_DEMAND}source/${id}.json`)]),
      ),
      sandboxes,
      search: siteSearch,
      renderMarkdown,
      strings,
      languages,
      generator: `cascader-docs ${packageVersion}`,
    });
  };
  /** The links of a page lead somewhere: to pages, and to anchors of those that are compiled for it. */
  const checkLinks = async (job: Job): Promise<Diagnostic[]> => {
    const { loaded } = await getPages();
    const byRoute = new Map(loaded.pages.map((page) => [page.routePath, page]));
    const targets = [...job.compiled.values()].flatMap(({ links }) =>
      links.flatMap(({ hash, routePath }) => (hash ? (byRoute.get(routePath) ?? []) : [])),
    );
    const others = [...(await compileWithTabs([...new Set(targets)]))].filter(
      ([sourcePath]) => !job.compiled.has(sourcePath),
    );
    const bare = others.map(([sourcePath, page]): [string, CompiledPage] => [
      sourcePath,
      { ...page, links: [], demos: [] },
    ]);
    return checkPages(new Map([...job.compiled, ...bare]), loaded.pages);
  };
  const printPage = async (page: SourcePage, outputPath: string): Promise<DevOutput> => {
    const { diagnostics: siteDiagnostics } = await getPages();
    const job = await prepare([page]);
    filesOfPages.set(outputPath, [
      page.filePath,
      ...page.tabs.map((tab) => tab.page.filePath),
      ...[...job.compiled.values()].flatMap(({ dependencies }) => dependencies),
      ...job.scripts.inputs,
    ]);
    const found = [
      ...[...job.compiled.values()].flatMap(({ diagnostics }) => diagnostics),
      ...(await checkLinks(job)),
      ...job.scripts.diagnostics,
      ...job.scripts.html.diagnostics,
    ];
    try {
      const documents = await printDocuments(job);
      const content = documents.outputs.get(outputPath)?.() ?? '';
      return { content, diagnostics: [...siteDiagnostics, ...found, ...(await documents.check())] };
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      throw new DiagnosticError([...siteDiagnostics, ...found, ...error.diagnostics]);
    }
  };
  /** The page that has a demo; those that may have one are compiled until it is found. */
  const pageOfDemo = async (id: string): Promise<SourcePage | undefined> => {
    const { loaded } = await getPages();
    for (const page of loaded.pages) {
      if (![page, ...page.tabs.map((tab) => tab.page)].some((part) => mayRun(part, site))) continue;
      const compiled = await compileWithTabs([page]);
      if ([...compiled.values()].some(({ demos }) => demos.some((demo) => demo.id === id))) return page;
    }
    return undefined;
  };
  const sourceOf = async (id: string): Promise<string | undefined> => {
    const page = await pageOfDemo(id);
    if (!page) return undefined;
    const job = await prepare([page]);
    const demos = demosOf(job).filter((demo) => demo.id === id);
    const scripts = { ...(await shop.liveScripts()), files: job.scripts.files };
    const sheets = job.scripts.demos.get(id)?.sheets ?? [];
    const plainStyles = new Map(
      await Promise.all(sheets.map(async (sheet) => [sheet, await shop.plainStyle(sheet)] as const)),
    );
    const bundle = { ...job.bundle, plainStyles };
    const files = listDemoFiles(site, demos, scripts, bundle);
    const demoFiles = await readDemoFiles(demos, files, highlight);
    const sources = await bundleSources({ site, demos, bundle, files, demoFiles, scripts });
    assets.put('live', sources.files);
    return JSON.stringify(sources.sources.get(id));
  };
  const indexOf = async (locale: string): Promise<string | undefined> => {
    if (!config.search) return undefined;
    const { loaded } = await getPages();
    const compiled = await compileWithTabs(loaded.pages);
    const demos = [...compiled.values()].flatMap((page) => page.demos);
    const entries = new Map(
      demos.map((demo) => [demo.id, [{ name: path.basename(demo.filePath), filePath: demo.filePath, imports: {} }]]),
    );
    const { files, urls } = createSearchIndexes({
      loaded,
      compiled,
      demoHtml: new Map(),
      demoFiles: await readDemoFiles(demos, entries, (code) => code),
      locales: config.locales,
      base: config.base,
      ...config.search,
      small: Number.POSITIVE_INFINITY,
    });
    const name = urls.get(locale)?.split('/').at(-1);
    const content = files.get(`assets/${name}`);
    return typeof content === 'function' ? content() : content;
  };
  const plain = (content: string | Uint8Array | undefined): DevOutput | undefined =>
    content === undefined ? undefined : { content, diagnostics: [] };

  return {
    site,
    async output(outputPath) {
      const known = assets.get(outputPath);
      if (known !== undefined) return plain(known);
      const onDemand = new RegExp(`^${ON_DEMAND}(source|search)/(.+)\\.json$`).exec(outputPath);
      if (onDemand) {
        const [, kind, name = ''] = onDemand;
        return plain(await (kind === 'source' ? sourceOf(name) : indexOf(name)));
      }
      // The bundler begins while the pages are read.
      getShell().catch(() => undefined);
      const { byOutput, loaded, diagnostics } = await getPages();
      const copied = copies.get(outputPath) ?? loaded.publicFiles.find(({ output }) => output === outputPath)?.filePath;
      if (copied !== undefined) return plain(await fs.readFile(copied));
      const demo = /^~demos\/([^/]+)\/index\.html$/.exec(outputPath)?.[1];
      const page = demo === undefined ? byOutput.get(outputPath) : await pageOfDemo(demo);
      if (page) {
        const known = printed.get(outputPath) ?? printPage(page, outputPath);
        printed.delete(outputPath);
        printed.set(outputPath, known);
        for (const oldest of printed.keys()) {
          if (printed.size <= KEPT_PAGES) break;
          printed.delete(oldest);
        }
        return await known;
      }
      plainDocuments ??= prepare([]).then(printDocuments);
      const print = (await plainDocuments).outputs.get(outputPath);
      if (!print) return undefined;
      const twin = loaded.pages.find(({ routePath }) => twinPath(routePath) === outputPath);
      if (!twin && !/^llms(-full)?\.txt$/.test(outputPath)) return { content: print(), diagnostics };
      const job = await prepare(twin ? [twin] : loaded.pages);
      return plain((await printDocuments(job)).outputs.get(outputPath)?.());
    },
    async update(changed) {
      let stale = false;
      if (shell) {
        const { client } = await shell.catch(() => ({ client: undefined }));
        if (!client || client.inputs.some((file) => changed.has(file))) {
          shell = undefined;
          plainDocuments = undefined;
          stale = true;
        }
      }
      stale = shop.touch(changed) || stale;
      for (const [sourcePath, known] of compiledPages) {
        const compiled = await known;
        const files = [...compiled.dependencies, ...compiled.assets.map(({ filePath }) => filePath)];
        if (compiled.diagnostics.length === 0 && !files.some((file) => changed.has(file))) continue;
        compiledPages.delete(sourcePath);
        stale = true;
      }
      const isOther = (await updatePages(changed)) || stale;
      if (isOther) printed.clear();
      return isOther;
    },
    pagesOf(changed) {
      const found = [...filesOfPages].filter(([, files]) => files.some((file) => changed.has(file)));
      return found.map(([outputPath]) => outputPath).slice(0, PAGES_TOLD);
    },
    outsideFiles: () => shop.inputs().filter((file) => path.relative(site.projectRoot, file).startsWith('..')),
    async close() {
      renderer.close();
      await shop.dispose();
    },
  };

  /** Reads pages again; true when a page is another one now. */
  async function updatePages(changed: ReadonlySet<string>): Promise<boolean> {
    if (!pages) return false;
    const folders = [...config.docDirs, ...config.atomDirs].map(({ dir }) => dir);
    const isPage = (file: string): boolean => /\.mdx?$/.test(file) && folders.some((dir) => isBelow(file, dir));
    const changedPages = [...changed].filter(isPage);
    const isPublic = [...changed].some((file) => isBelow(file, config.publicDir));
    const { loaded } = await pages.catch(() => ({ loaded: undefined }));
    if (changedPages.length === 0 && !isPublic && loaded) return false;
    if (memory.git) {
      const { dateOf } = memory.git;
      const dirty = new Set(changedPages);
      memory.git = { ...memory.git, dateOf: (file) => (dirty.has(file) ? undefined : dateOf(file)) };
    }
    const sources = new Map(
      loaded?.pages.flatMap((page) => [page, ...page.tabs.map((tab) => tab.page)]).map((page) => [page.filePath, page]),
    );
    const isTextOnly = await Promise.all(
      changedPages.map(async (file) => {
        const page = sources.get(file);
        return page !== undefined && (await reloadPage(page, site, { includeDebug: true, headingText, memory }));
      }),
    );
    for (const file of changedPages) {
      const page = sources.get(file);
      if (page) compiledPages.delete(page.sourcePath);
    }
    if (isPublic || !loaded || isTextOnly.includes(false)) {
      for (const file of changedPages) memory.files.delete(file);
      pages = undefined;
      plainDocuments = undefined;
      compiledPages.clear();
      await getPages();
    }
    return true;
  }
}

function outputOf(routePath: string): string {
  return routePath === '/' ? 'index.html' : `${routePath.slice(1)}/index.html`;
}

function isBelow(file: string, dir: string): boolean {
  return file.startsWith(dir + path.sep);
}

function demosOf({ compiled }: Job) {
  return [...compiled.values()].flatMap((page) => page.demos);
}

/** The demos of a page and its tabs, and the module of its own. */
function sourcesOf(page: SourcePage, compiled: Map<string, CompiledPage>): UnitSource[] {
  return [page, ...page.tabs.map((tab) => tab.page)].flatMap((part): UnitSource[] => {
    const { demos = [], module } = compiled.get(part.sourcePath) ?? {};
    return [
      ...demos.map((demo) => ({ demo })),
      ...(module === undefined ? [] : [{ page: { page: part, code: module } }]),
    ];
  });
}
