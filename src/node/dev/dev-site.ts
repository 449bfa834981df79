import fs from 'node:fs/promises';
import path from 'node:path';
import { type Diagnostic, DiagnosticError, unique } from '../base/diagnostics/diagnostic.ts';
import { isInside } from '../base/files/paths.ts';
import { hexHash } from '../base/hash.ts';
import { packageDir } from '../base/package-dir.ts';
import { routesOf, withTabs } from '../content/tabs.ts';
import type { SourcePage } from '../content/types.ts';
import type { ResolvedConfig, Site } from '../project/config/types.ts';
import { findOutput } from '../project/versions/archived-files.ts';
import { SANDBOX_LIST } from '../render/demos/sandbox-list.ts';
import type { Documents } from '../render/documents.ts';
import { hasPageTexts } from '../render/machine-files.ts';
import { twinPath } from '../render/markdown-twin.ts';
import { createAllPages } from '../render/page-list.ts';
import { outputPathOf } from '../render/page-url.ts';
import type { AssetStore } from './asset-store.ts';
import { asOutput, type DevOutput } from './dev-output.ts';
import { createDevTypes } from './dev-types.ts';
import { createJobs, type Jobs, type PageJob } from './jobs.ts';
import type { SiteView } from './known-types.ts';
import { createPluginFiles, parseDemand, searchIndex } from './on-demand.ts';
import { createPageScripts } from './page-scripts.ts';
import { createPageStore, type PageStore, type Pages } from './page-store.ts';
import { createPrintedPages } from './printed-pages.ts';
import { createRequests } from './requests.ts';
import { createSiteScripts, type SiteScriptsOwner } from './site-scripts.ts';

export type DevSite = ReturnType<typeof createDevSite>;

export interface DevSiteOptions {
  assets: AssetStore;
  onChange: () => void;
}

export function createDevSite(site: Site, { assets, onChange }: DevSiteOptions) {
  const { config, projectRoot } = site;
  const outside = createOutsideFiles(projectRoot);
  const printAnew = (): void => {
    pages.clear();
    onChange();
  };
  const pluginFiles = createPluginFiles(site);
  // Stages with cached results.
  const allPages = async () => createAllPages(site, (await store.get()).loaded.pages)();
  const pageScripts = createPageScripts(site, assets, allPages);
  const store = createPageStore(site, printAnew);
  const requests = createRequests();
  const types = createDevTypes(site, { look: () => pagesOfTypes(store), onReady: printAnew, requests });
  const siteScripts = createSiteScripts(site, assets, { allPages, onInputs: outside.add });
  const jobs = createJobs({ site, assets, siteScripts, pageScripts, types, onInputs: outside.add });
  const pages = createPrintedPages(site, jobs, types);
  const documents = createPlainDocuments(jobs, siteScripts);

  const output = async (outputPath: string): Promise<DevOutput | undefined> => {
    const made = assets.get(outputPath);
    if (made !== undefined) return asOutput(made);
    const demand = parseDemand(outputPath, config);
    // Starts the bundler while the pages are read.
    siteScripts.get().catch(() => undefined);
    const all = await store.get();
    if (demand) {
      const { kind, name } = demand;
      if (kind === 'search') return asOutput(await searchIndex(name, site, all));
      const page = await pageOfDemo(all, name);
      return asOutput(page && (await jobs.sourceOf(await jobs.prepare(all, [page]), name)));
    }
    const copied = jobs.copyOf(outputPath);
    if (copied !== undefined) return asOutput(await readPicture(copied, outputPath));
    const isPublic = all.publicFiles.get(outputPath);
    if (isPublic !== undefined) return asOutput(await fs.readFile(isPublic));
    const demo = demoOf(outputPath, config);
    const page = demo === undefined ? all.byOutput.get(outputPath) : await pageOfDemo(all, demo);
    if (page) return await pages.get(all, page, outputPath);
    const text = await documents.get(all, outputPath);
    const own = text ?? assets.get(outputPath) ?? types.file(outputPath);
    if (own !== undefined) return asOutput(own);
    const archived = findOutput(all.loaded.versions, outputPath);
    return asOutput(archived ? await fs.readFile(archived) : (await pluginFiles(all)).get(outputPath));
  };

  return {
    site,
    /** Throws a DiagnosticError if the output cannot be generated at all. */
    output: (outputPath: string): Promise<DevOutput | undefined> => requests.add(output(outputPath)),
    /** First builds the scripts of every page if needed. */
    async check(): Promise<Diagnostic[]> {
      const ofScripts = siteScripts.get().then(({ client }) => client.warnings, errorsOf);
      const { diagnostics } = await store.get();
      return unique([...diagnostics, ...(await ofScripts)]);
    },
    /** Returns true if a requested page may have changed. */
    async update(changed: ReadonlySet<string>): Promise<boolean> {
      types.update(changed);
      const isDataStale = site.data?.update(changed) === true;
      const isSiteStale = await siteScripts.update(changed);
      const isListStale = changed.has(path.join(projectRoot, SANDBOX_LIST));
      const isOther = [
        pageScripts.touch(changed),
        await store.update(changed),
        isSiteStale,
        isListStale,
        isDataStale,
      ].some(Boolean);
      if (isOther) pages.clear();
      return isOther;
    },
    /** Returns the output paths of affected pages: requested pages that use a changed file, and pages whose own text changed. */
    async pagesOf(changed: ReadonlySet<string>): Promise<string[]> {
      const { byFile } = await store.get();
      const edited = [...changed]
        .flatMap((file) => byFile.get(file)?.shownBy ?? [])
        .flatMap(routesOf)
        .map((route) => outputPathOf(route, config));
      return [...new Set([...edited, ...pages.madeOf(changed)])];
    },
    /** Returns the input files outside the project that must be watched (absolute paths). */
    files: (): string[] => [...outside.all(), ...store.files()],
    async close(): Promise<void> {
      await Promise.all([pageScripts.dispose(), store.close(), types.close()]);
    },
  };
}

async function pageOfDemo(all: Pages, id: string): Promise<SourcePage | undefined> {
  for (const page of all.loaded.pages) {
    if (!withTabs(page).some(({ look }) => look.mayRun)) continue;
    const compiled = await all.compile([page]);
    if ([...compiled.values()].some(({ demos }) => demos.some((demo) => demo.id === id))) return page;
  }
  return undefined;
}

function demoOf(outputPath: string, config: ResolvedConfig): string | undefined {
  const id = /^~demos\/([^/]+?)(?:\/index)?\.html$/.exec(outputPath)?.[1];
  return id !== undefined && outputPathOf(`/~demos/${id}`, config) === outputPath ? id : undefined;
}

async function pagesOfTypes(store: PageStore): Promise<SiteView> {
  const { loaded, compile } = await store.get();
  const pages = loaded.pages.filter((page) => withTabs(page).some(({ look }) => look.mayRun || look.mayHaveTables));
  return { pages, compiled: await compile(pages) };
}

function createOutsideFiles(projectRoot: string): { add: (files: string[]) => void; all: () => Iterable<string> } {
  // Users do not edit the built-in theme and runtime.
  const own = path.join(packageDir, 'src');
  const outside = new Set<string>();
  return {
    add(files) {
      for (const file of files) if (!isInside(projectRoot, file) && !isInside(own, file)) outside.add(file);
    },
    all: () => outside,
  };
}

function errorsOf(error: unknown): Diagnostic[] {
  if (error instanceof DiagnosticError) return error.diagnostics;
  throw error;
}

/** Returns undefined if the hash in the name differs, because browsers cache the name forever. */
async function readPicture(filePath: string, outputPath: string): Promise<Uint8Array | undefined> {
  const bytes = await fs.readFile(filePath).catch(() => undefined);
  if (!bytes) return undefined;
  const hash = hexHash(bytes);
  const [, named = ''] = /\.([0-9a-f]{8})(?:\.[^.]*)?$/.exec(outputPath) ?? [];
  return hash.startsWith(named) ? bytes : undefined;
}

function createPlainDocuments(jobs: Jobs, siteScripts: SiteScriptsOwner) {
  let plain: { job: Pick<PageJob, 'all' | 'siteScripts'>; documents: Promise<Documents> } | undefined;
  return {
    async get(all: Pages, outputPath: string): Promise<string | undefined> {
      const ready = await siteScripts.get();
      const twin = all.loaded.pages.find(({ routePath }) => twinPath(routePath) === outputPath);
      // The set of documents does not depend on page text.
      const isSameSite = plain?.job.all.lookup === all.lookup && plain.job.siteScripts === ready;
      if (isSameSite && !twin && !(await plain?.documents)?.outputs.has(outputPath)) return undefined;
      if (plain?.job.all !== all || plain.job.siteScripts !== ready)
        plain = {
          job: { all, siteScripts: ready },
          documents: jobs.prepare(all, []).then((job) => jobs.createDocuments(job)),
        };
      const print = (await plain.documents).outputs.get(outputPath);
      if (!twin && !print) return undefined;
      if (print && !hasPageTexts(outputPath)) return print();
      const documents = await jobs.createDocuments(await jobs.prepare(all, twin ? [twin] : all.loaded.pages));
      return documents.outputs.get(outputPath)?.();
    },
  };
}
