/** A site in memory: the stages of the pipeline, each run for what is asked for, and again for what has changed. */
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { uniqueById } from '../../shared/unique-by-id.ts';
import { bundleRenderer, bundleSources } from '../bundle/bundle-site.ts';
import type { UnitSource } from '../bundle/dev/unit.ts';
import type { SiteBundle } from '../bundle/types.ts';
import { mayRun } from '../compile/compile-site.ts';
import type { CompiledPage } from '../compile/types.ts';
import { composeDocuments } from '../compose/documents.ts';
import type { Site } from '../config/types.ts';
import { type BuiltDemo, completeDemos, describeDemos } from '../demos/built-demo.ts';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import { mayNeedTypes } from '../library-types/site-api.ts';
import type { SourcePage } from '../load/types.ts';
import { packageDir } from '../package-dir.ts';
import { tellDemoFaults } from '../prerender/demo-faults.ts';
import { findDemoWarnings } from '../prerender/demo-warnings.ts';
import { type Documents, outputPathOf } from '../prerender/documents.ts';
import { twinPath } from '../prerender/markdown-twin.ts';
import { describeFailures } from '../prerender/render-failure.ts';
import type { SiteSearch } from '../prerender/render-page.ts';
import { importRenderer } from '../prerender/server-module.ts';
import { readSandboxes, SANDBOX_LIST } from '../sandbox/sandbox-list.ts';
import { joinParts } from '../text-parts.ts';
import type { AssetStore } from './asset-store.ts';
import { createDevTypes } from './dev-types.ts';
import { parseDemand, prepareSearch, searchIndex, sourceUrl } from './on-demand.ts';
import { createScriptShop, type PageScripts } from './page-scripts.ts';
import { checkLinks, createPageStore, type Pages, withTabs } from './page-store.ts';
import { unique } from './reports.ts';
import { createShellOwner, type Shell } from './site-scripts.ts';

/** An output that was made because it was asked for. */
export interface DevOutput {
  content: string | Uint8Array;
  /** What is wrong with the page: it may lack what the errors are about. */
  diagnostics: Diagnostic[];
}

/** A site whose outputs are made when they are asked for. */
export interface DevSite {
  site: Site;
  /** Makes an output; undefined when the site has none of that path. Throws a DiagnosticError when it cannot be made at all. */
  output(outputPath: string): Promise<DevOutput | undefined>;
  /** What is wrong with the site as a whole: its files, its theme. Makes what every page needs, when that was not done. */
  check(): Promise<Diagnostic[]>;
  /** Takes note of changed files (absolute paths); true when a page that was asked for may be another one now. */
  update(changed: ReadonlySet<string>): Promise<boolean>;
  /** Output paths of the pages that files are part of: those that were asked for, and those whose own text they are. */
  pagesOf(changed: ReadonlySet<string>): Promise<string[]>;
  /** Files to be watched besides those of the project (absolute paths). */
  files(): string[];
  close(): Promise<void>;
}

export interface DevSiteOptions {
  /** Receives all files that are named by their content. */
  assets: AssetStore;
  /** Called when pages are others without a change of files: a commit gave them a date. */
  onChange: () => void;
}

/** Pages to be printed, with all that their documents are printed from. */
interface Job {
  all: Pages;
  shell: Shell;
  pages: SourcePage[];
  compiled: Map<string, CompiledPage>;
  scripts: PageScripts;
  bundle: SiteBundle;
}

/** Pages that are kept as they were printed. */
const KEPT_PAGES = 200;

/** Creates a site in memory. Nothing is made yet. */
export function createDevSite(site: Site, { assets, onChange }: DevSiteOptions): DevSite {
  const { config, root, projectRoot } = site;
  const shop = createScriptShop(site, assets);
  const store = createPageStore(site, () => {
    printed.clear();
    onChange();
  });
  const types = createDevTypes(
    site,
    async () => {
      const { loaded, compile } = await store.get();
      const pages = loaded.pages.filter((page) =>
        withTabs(page).some((part) => mayRun(part, site) || mayNeedTypes(part.source)),
      );
      return { pages, compiled: await compile(pages) };
    },
    () => {
      printed.clear();
      onChange();
    },
  );
  /** Files to copy, by output path: pictures of the pages. */
  const copies = new Map<string, string>();
  /** Pages as they were printed since something changed, and the files of all that ever were. */
  const printed = new Map<string, Promise<DevOutput>>();
  const filesOfPages = new Map<string, string[]>();
  const outside = new Set<string>();
  let search: Promise<SiteSearch | undefined> | undefined;
  /** The pages whose scripts are kept. */
  let retained: Pages | undefined;
  /** Documents that are no pages': they need nothing compiled. */
  let plain: { job: Pick<Job, 'all' | 'shell'>; documents: Promise<Documents> } | undefined;

  const watchOutside = (files: string[]): void => {
    // Nobody edits the tool's own theme and runtime.
    const own = path.join(packageDir, 'src') + path.sep;
    for (const file of files)
      if (path.relative(projectRoot, file).startsWith('..') && !file.startsWith(own)) outside.add(file);
  };

  const shell = createShellOwner(site, assets, watchOutside);

  const prepare = async (all: Pages, pages: SourcePage[]): Promise<Job> => {
    const [ready, asWritten] = await Promise.all([shell.get(), all.compile(pages)]);
    const compiled = types.apply(asWritten);
    for (const { assets: pictures } of compiled.values())
      for (const { output, filePath } of pictures) copies.set(output, filePath);
    if (all !== retained) {
      retained = all;
      shop.retain(new Set(all.loaded.pages.map(({ sourcePath }) => sourcePath)));
    }
    const sources = pages.map((page) => ({ page: page.sourcePath, sources: sourcesOf(page, compiled) }));
    const scripts = await shop.make(sources, ready);
    watchOutside(scripts.inputs);
    const { demos, modules, sheetImports } = scripts;
    return { all, shell: ready, pages, compiled, scripts, bundle: { ...ready.client, demos, modules, sheetImports } };
  };
  /** Demos of a job as their documents know them. */
  const buildDemos = async ({ compiled, bundle, scripts }: Job): Promise<Map<string, BuiltDemo>> => {
    const demos = uniqueById([...compiled.values()].flatMap((page) => page.demos));
    const [described, { sandboxes }] = await Promise.all([
      describeDemos(site, demos, { scripts, bundle }),
      readSandboxes(projectRoot, root),
    ]);
    return completeDemos(described, { rendered: scripts.html, sourceUrl: (id) => sourceUrl(config, id), sandboxes });
  };
  /** @param pagesOnly leave out what takes a look at the whole site */
  const createJobDocuments = async (
    job: Job,
    { demos, pagesOnly = false }: { demos?: Map<string, BuiltDemo>; pagesOnly?: boolean } = {},
  ): Promise<Documents> => {
    const { all, compiled, bundle, pages } = job;
    const { renderer, components } = job.scripts;
    search ??= prepareSearch(site, assets);
    return composeDocuments({
      site,
      loaded: all.loaded,
      lookup: all.lookup,
      compiled,
      bundle,
      pages,
      renderer: {
        ...renderer,
        server: { ...renderer.server, modules: Object.fromEntries(components) },
        inDevelopment: async () => {
          const parts = pages
            .flatMap(withTabs)
            .map((page) => ({ page, compiled: compiled.get(page.sourcePath) as CompiledPage }));
          return await importRenderer(await bundleRenderer(site, parts, { development: true }), config.pageTimeout);
        },
      },
      demos: demos ?? (await buildDemos(job)),
      search: await search,
      api: types.tables(pages, compiled),
      runsCode: all.loaded.pages.some((page) => withTabs(page).some((part) => mayRun(part, site))),
      pagesOnly,
    });
  };

  const printPage = async (all: Pages, page: SourcePage, outputPath: string): Promise<DevOutput> => {
    const job = await prepare(all, [page]);
    const { compiled, scripts } = job;
    const parts = [...compiled.values()];
    const demos = await buildDemos(job);
    filesOfPages.set(outputPath, [
      ...withTabs(page).map(({ filePath }) => filePath),
      ...parts.flatMap(({ dependencies }) => dependencies),
      ...scripts.inputs,
    ]);
    const found = [
      ...parts.flatMap(({ diagnostics }) => diagnostics),
      ...types.check(compiled),
      ...(await checkLinks(site, compiled, { pages: all, types })),
      ...scripts.diagnostics,
      ...tellDemoFaults(scripts.html.faults),
      ...(await findDemoWarnings(site, demos.values())),
      ...(await describeFailures(scripts.failures, scripts.renderer.script, root)),
    ];
    // A page whose module is missing has nothing to be printed from.
    const isWhole = parts.every(({ module, sourcePath }) => !module || scripts.components.has(sourcePath));
    if (!isWhole) throw new DiagnosticError(unique(found));
    try {
      const documents = await createJobDocuments(job, { demos, pagesOnly: outputPath === outputPathOf(page) });
      const content = joinParts(documents.outputs.get(outputPath)?.() ?? '');
      const thrown = await documents.check();
      if (thrown.length > 0) throw new DiagnosticError(thrown);
      return { content, diagnostics: unique(found) };
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      throw new DiagnosticError(unique([...found, ...error.diagnostics]));
    }
  };
  const getPage = (all: Pages, page: SourcePage, outputPath: string): Promise<DevOutput> => {
    const output = printed.get(outputPath) ?? printPage(all, page, outputPath);
    printed.delete(outputPath);
    printed.set(outputPath, output);
    for (const oldest of printed.keys()) {
      if (printed.size <= KEPT_PAGES) break;
      printed.delete(oldest);
    }
    return output;
  };
  /** The page that has a demo; those that may have one are compiled until it is found. */
  const pageOfDemo = async (all: Pages, id: string): Promise<SourcePage | undefined> => {
    for (const page of all.loaded.pages) {
      if (!withTabs(page).some((part) => mayRun(part, site))) continue;
      const compiled = await all.compile([page]);
      if ([...compiled.values()].some(({ demos }) => demos.some((demo) => demo.id === id))) return page;
    }
    return undefined;
  };
  const getDocument = async (all: Pages, outputPath: string): Promise<DevOutput | undefined> => {
    const ready = await shell.get();
    if (plain?.job.all !== all || plain.job.shell !== ready)
      plain = { job: { all, shell: ready }, documents: prepare(all, []).then((job) => createJobDocuments(job)) };
    const twin = all.loaded.pages.find(({ routePath }) => twinPath(routePath) === outputPath);
    const print = (await plain.documents).outputs.get(outputPath);
    if (!twin && !print) return asOutput(assets.get(outputPath) ?? types.file(outputPath));
    if (print && !/^llms(-full)?\.txt$/.test(outputPath)) return asOutput(joinParts(print()));
    const documents = await createJobDocuments(await prepare(all, twin ? [twin] : all.loaded.pages));
    const text = documents.outputs.get(outputPath)?.();
    return asOutput(text && joinParts(text));
  };
  /** What editing and exporting a demo needs, as JSON. */
  const sourceOf = async (all: Pages, id: string): Promise<string | undefined> => {
    const page = await pageOfDemo(all, id);
    if (!page) return undefined;
    const job = await prepare(all, [page]);
    const demo = [...job.compiled.values()].flatMap(({ demos }) => demos).find((one) => one.id === id);
    if (!demo) return undefined;
    const scripts = { ...shop.liveScripts(), files: job.scripts.files };
    const sheets = await shop.sheetsApart(job.scripts.demos.get(id)?.sheets ?? []);
    const bundle = { ...job.bundle, sheets };
    const demos = await describeDemos(site, [demo], { scripts, bundle });
    const sources = await bundleSources({ site, demos, bundle, scripts });
    assets.put('live', sources.files);
    return JSON.stringify(sources.sources.get(id));
  };

  return {
    site,
    async output(outputPath) {
      const made = assets.get(outputPath);
      if (made !== undefined) return asOutput(made);
      const demand = parseDemand(outputPath, config);
      // The bundler begins while the pages are read.
      shell.get().catch(() => undefined);
      const all = await store.get();
      if (demand) {
        const { kind, name } = demand;
        return asOutput(await (kind === 'source' ? sourceOf(all, name) : searchIndex(name, site, all)));
      }
      const copied = copies.get(outputPath);
      if (copied !== undefined) return asOutput(await readPicture(copied, outputPath));
      const isPublic = all.publicFiles.get(outputPath);
      if (isPublic !== undefined) return asOutput(await fs.readFile(isPublic));
      const demo = /^~demos\/([^/]+)\/index\.html$/.exec(outputPath)?.[1];
      const page = demo === undefined ? all.byOutput.get(outputPath) : await pageOfDemo(all, demo);
      return page ? await getPage(all, page, outputPath) : await getDocument(all, outputPath);
    },
    async check() {
      const ofShell = shell.get().then(() => [], faultsOf);
      const [{ diagnostics }, sandboxes] = await Promise.all([store.get(), readSandboxes(projectRoot, root)]);
      return unique([...diagnostics, ...(await ofShell), ...sandboxes.diagnostics]);
    },
    async update(changed) {
      types.update(changed);
      const isShellStale = await shell.update(changed);
      const isListStale = changed.has(path.join(projectRoot, SANDBOX_LIST));
      const isOther = [shop.touch(changed), await store.update(changed), isShellStale, isListStale].some(Boolean);
      if (isOther) printed.clear();
      return isOther;
    },
    async pagesOf(changed) {
      const { byFile } = await store.get();
      const edited = [...changed].flatMap((file) => byFile.get(file)?.shownBy ?? []).map(outputPathOf);
      const made = [...filesOfPages].filter(([, files]) => files.some((file) => changed.has(file)));
      return [...new Set([...edited, ...made.map(([outputPath]) => outputPath)])];
    },
    files: () => [...outside, ...store.files()],
    async close() {
      await Promise.all([shop.dispose(), store.close(), types.close()]);
    },
  };
}

function faultsOf(error: unknown): Diagnostic[] {
  if (error instanceof DiagnosticError) return error.diagnostics;
  throw error;
}

function asOutput(content: string | Uint8Array | undefined): DevOutput | undefined {
  return content === undefined ? undefined : { content, diagnostics: [] };
}

/** A picture that is named by its content; other bytes may not go by the name, since browsers keep them for ever. */
async function readPicture(filePath: string, outputPath: string): Promise<Uint8Array | undefined> {
  const bytes = await fs.readFile(filePath).catch(() => undefined);
  if (!bytes) return undefined;
  const hash = createHash('sha256').update(bytes).digest('hex');
  const [, named = ''] = /\.([0-9a-f]{8})(?:\.[^.]*)?$/.exec(outputPath) ?? [];
  return hash.startsWith(named) ? bytes : undefined;
}

/** The demos of a page and its tabs, and the modules of their own. */
function sourcesOf(page: SourcePage, compiled: Map<string, CompiledPage>): UnitSource[] {
  return withTabs(page).flatMap((part): UnitSource[] => {
    const { demos = [], module } = compiled.get(part.sourcePath) ?? {};
    return [
      ...demos.map((demo) => ({ demo })),
      ...(module === undefined ? [] : [{ page: { page: part, code: module } }]),
    ];
  });
}
