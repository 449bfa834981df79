import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { preciseNow } from '../../base/meter.ts';
import { outputPathErrors } from '../../base/output-paths.ts';
import { hasTwins } from '../../content/machine-outputs.ts';
import { createNavigationLookup } from '../../content/navigation-lookup.ts';
import { withTabs } from '../../content/tabs.ts';
import type { LoadedSite, PageTexts, SourcePage } from '../../content/types.ts';
import { emptyPage } from '../../markdown/compile-page.ts';
import { createCompiler } from '../../markdown/compile-site.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import { writeTree } from '../../output/write-tree.ts';
import type { Site } from '../../project/config/types.ts';
import { isChangeLog } from '../../project/feeds.ts';
import { TimeoutError, withinTime } from '../../project/within-time.ts';
import { pageDocuments, wholePage } from '../../render/documents.ts';
import { markdownTwin, twinPath } from '../../render/markdown-twin.ts';
import { contentsOf, createPageOutputs, createPageSiteData } from '../../render/page-inputs.ts';
import { createPageList } from '../../render/page-list.ts';
import type { RenderFailure } from '../../render/render-failure.ts';
import type { RenderContext, SiteSearch } from '../../render/render-page.ts';
import { createSearchPage } from '../../render/search/create-search-index.ts';
import type { PageRenderer } from '../../render/server-module.ts';
import type { BuiltSite, PageInputs, WholePage } from '../../render/types.ts';
import { composeContext, siteFacts } from '../compose/documents.ts';
import type { PipelineOptions } from '../pipeline-options.ts';
import { createListRecorder, openPageEntries, type RenderEntry } from './page-entries.ts';

interface PlannedPages {
  built: BuiltSite;
  renderer: PageRenderer;
  search: SiteSearch | undefined;
  runsCode: boolean;
}

type PageWorkOptions = Pick<PipelineOptions, 'into' | 'entries' | 'includeDebug' | 'onTime' | 'verification'>;

export type PageWork = Awaited<ReturnType<typeof startPageWork>>;

export type WrittenPages = Awaited<ReturnType<typeof renderPages>>;

/** Number of pages that are compiled or rendered before other events, such as a signal to terminate, are handled. */
const BATCH = 6;

/** Compiles all pages. If there is an output folder for them, renders them into it once the bundles are ready. */
export async function startPageWork(site: Site, loaded: LoadedSite, options: PageWorkOptions, signal: AbortSignal) {
  const { pages, texts } = loaded;
  const { into, entries: known, includeDebug = false, verification, onTime } = options;
  const entries = into && known && openPageEntries(site, loaded, { includeDebug, entries: known, verification });
  const compiler = createCompiler({ site, ...loaded, includeDebug });
  const parts = new Map<SourcePage, CompiledPage[]>();
  const late = new Map<SourcePage, Diagnostic>();
  /** Runs a task for each page, and abandons pages that exceed their time limit. */
  const each = (wanted: SourcePage[], task: (page: SourcePage) => void): void => {
    const { pageTimeout } = site.config;
    const exceeded = eachInTime(wanted, pageTimeout, (page) => {
      const start = preciseNow();
      task(page);
      onTime?.({ kind: 'page', name: page.sourcePath, worker: 'main', start, time: preciseNow() - start });
    });
    for (const page of exceeded) {
      const location = { file: page.sourcePath, line: 1, column: 1 };
      const diagnostic = createDiagnostic('page-timeout', { seconds: pageTimeout / 1000 }, { location });
      const [main, ...tabs] = withTabs(page).map(({ sourcePath }) => emptyPage(sourcePath));
      parts.set(page, [{ ...(main as CompiledPage), diagnostics: [diagnostic] }, ...tabs]);
      late.set(page, diagnostic);
    }
  };
  const compile = async (wanted: SourcePage[]): Promise<void> => {
    for await (const batch of inBatches(wanted, signal)) {
      const compileOne = await compiler.prepare(batch.flatMap(withTabs));
      each(batch, (page) => void parts.set(page, withTabs(page).map(compileOne)));
    }
  };

  for await (const batch of inBatches(pages, signal))
    for (const page of batch) {
      const found = entries?.find(page);
      if (found) parts.set(page, found);
      else hold(page, texts);
    }
  const cached: ReadonlySet<SourcePage> = new Set(parts.keys());
  const open = pages.filter((page) => !cached.has(page));
  // Pages that may contain demos or code come first, because the bundler waits for them.
  const isFirst = (page: SourcePage): boolean => withTabs(page).some(({ look }) => look.mayRun);
  const allParts = (wanted: SourcePage[]): CompiledPage[] => wanted.flatMap((page) => parts.get(page) ?? []);
  const first = handled(compile(open.filter(isFirst)));
  const compiled = handled(first.then(() => compile(open.filter((page) => !isFirst(page)))));
  let making: Promise<unknown> = compiled;
  return {
    first: handled(first.then(() => allParts(pages.filter(isFirst)))),
    /** Resolves with all pages and their tabs when they are compiled. Cached pages have no content. */
    compiled: handled(compiled.then(() => allParts(pages))),
    /** Renders the pages into the output folder. Returns undefined if there is no such folder. */
    async make(planned: PlannedPages): Promise<WrittenPages | undefined> {
      if (!into) return undefined;
      const work = { site, loaded, into, entries, parts, cached, late, each, compile, signal };
      const made = handled(renderPages(work, planned));
      making = made;
      return await made;
    },
    /** After `signal` has aborted, waits until nothing is being written anymore. */
    closed: async (): Promise<void> => void (await Promise.allSettled([making])),
  };
}

interface Work {
  site: Site;
  loaded: LoadedSite;
  into: { folder: string; shownAs: string };
  entries: ReturnType<typeof openPageEntries> | undefined;
  parts: Map<SourcePage, CompiledPage[]>;
  /** Pages whose compiled data is from the cache, without content. */
  cached: ReadonlySet<SourcePage>;
  late: ReadonlyMap<SourcePage, Diagnostic>;
  each: (wanted: SourcePage[], task: (page: SourcePage) => void) => void;
  compile: (wanted: SourcePage[]) => Promise<void>;
  signal: AbortSignal;
}

async function renderPages(work: Work, { built, renderer, search: siteSearch, runsCode }: PlannedPages) {
  const { site, loaded, into, entries, parts, cached, late, each, compile, signal } = work;
  const { pages, texts } = loaded;
  const siteContext = siteFacts(site, loaded, { bundle: built.bundle, search: siteSearch, runsCode });
  const listPages = createPageList(site, pages);
  const context = composeContext(siteContext, { server: renderer.server, listPages, texts });
  const recordLists = createListRecorder(listPages);
  const siteDataOf = createPageSiteData(site, loaded, createNavigationLookup(loaded.navigation));
  entries?.prepare(siteContext, renderer);
  const partsOf = (page: SourcePage): CompiledPage[] => parts.get(page) ?? [];
  const inputsOf = (page: SourcePage): PageInputs => {
    const whole = wholePage(page, built.compiled);
    if (cached.has(page) && whole.parts.some((part, index) => part !== partsOf(page)[index]))
      throw new Error(`${page.sourcePath} was changed after it was compiled`);
    parts.set(page, whole.parts);
    return { ...contentsOf(whole, built), ...siteDataOf(whole) };
  };
  const files = new Map<string, number>();
  const search = new Map<string, string>();
  const failures: RenderFailure[] = [];
  /** Markdown versions that are not written as output. The feed is generated from the change log's Markdown version. */
  const twins = new Map<SourcePage, string>();
  let writing: Promise<unknown> = Promise.resolve();
  for await (const batch of inBatches(pages, signal)) {
    const inputs = new Map(batch.flatMap((page) => (late.has(page) ? [] : [[page, inputsOf(page)]])));
    const made = new Map<SourcePage, Omit<RenderEntry, 'key'>>();
    for (const [page, own] of inputs) {
      const found = entries?.restore(page, partsOf(page), own);
      if (found) made.set(page, found);
    }
    const open = [...inputs.keys()].filter((page) => !made.has(page));
    const stale = open.filter((page) => cached.has(page));
    for (const page of stale) hold(page, texts);
    await compile(stale);
    each(
      open.filter((page) => !late.has(page)),
      (page) => {
        const { lists, listPages } = recordLists();
        const whole = { page, parts: partsOf(page) };
        const own = inputs.get(page) as PageInputs;
        try {
          made.set(page, { ...makePage(whole, own, { ...context, listPages }), lists });
        } catch (cause) {
          const render = async (server: RenderContext['server']) => makePage(whole, own, { ...context, server });
          failures.push({ cause, whole, render });
        }
      },
    );
    const batchFiles = new Map<string, string>();
    for (const [page, own] of inputs) {
      const found = made.get(page);
      if (!found) continue;
      for (const [output, text] of found.files) {
        files.set(output, Buffer.byteLength(text));
        batchFiles.set(output, text);
      }
      if (found.search !== undefined) search.set(page.sourcePath, found.search);
      if (!hasTwins(site.config) && isChangeLog(page.routePath, site.config))
        twins.set(page, markdownTwin({ page, parts: partsOf(page) }, own, texts));
      if (open.includes(page)) entries?.keep(page, { ...found, parts: partsOf(page), inputs: own });
      release(page, partsOf(page), texts);
    }
    // Pages are rendered while the pages of the previous batch are written.
    await writing;
    writing = handled(writeTree({ folder: into.folder, files: batchFiles, shownAs: into.shownAs }));
  }
  await writing;
  return {
    /** Sizes in bytes, by output path. */
    files,
    /** Packed search entries of the pages, by source path. */
    search,
    failures,
    diagnostics: [...late.values()],
    /** Reasons why pages could not be reused. */
    reasons: entries?.made() ?? pages.map(({ routePath }) => ({ route: routePath, reasons: ['nothing is cached'] })),
    readTwin(page: SourcePage): string | undefined {
      const output = twinPath(page.routePath);
      return files.has(output) ? fs.readFileSync(path.join(into.folder, output), 'utf8') : twins.get(page);
    },
  };
}

/** Renders a page. The arguments are the only inputs. Throws the errors of the theme, the components and the page's module. */
function makePage(whole: WholePage, inputs: PageInputs, context: RenderContext): Pick<RenderEntry, 'files' | 'search'> {
  const { config } = context.site;
  const documents = pageDocuments(whole, config, inputs, () => inputs);
  const isSearched = context.search || config.files.length > 0;
  return {
    files: new Map(documents.map(({ output, render }) => [output, render(context)])),
    // The text is needed for search, and for plugins that write files.
    ...(isSearched && {
      search: createSearchPage(whole.page, {
        ...{ parts: whole.parts, locales: config.locales, nav: context.nav },
        demos: new Map(inputs.demos.map((built) => [built.demo.id, built])),
      }),
    }),
  };
}

/** Returns an error if pages cannot share an output folder, because one page would overwrite another or a name is reserved. */
export function checkPageOutputs(site: Site, loaded: LoadedSite): Diagnostic[] {
  return outputPathErrors(loaded.pages.flatMap(createPageOutputs(site, loaded).all));
}

/**
 * Returns the pages that exceed their time limit. The pages share one timer, because separate timers would take a tenth
 * of the time. An interrupted task is run again from the beginning.
 */
function eachInTime(pages: SourcePage[], milliseconds: number, task: (page: SourcePage) => void): SourcePage[] {
  const late: SourcePage[] = [];
  let at = 0;
  while (at < pages.length) {
    const first = at;
    try {
      withinTime(milliseconds, () => {
        for (; at < pages.length; at++) task(pages[at] as SourcePage);
      });
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      // The limit applies from the first page of this round. Any later page gets the full time in the next round.
      if (at === first) late.push(pages[at++] as SourcePage);
    }
  }
  return late;
}

/** Yields batches of pages, and lets the process handle other events between batches. Throws when the signal has aborted. */
async function* inBatches(pages: SourcePage[], signal: AbortSignal): AsyncGenerator<SourcePage[]> {
  for (let at = 0; at < pages.length; at += BATCH) {
    await nextTurn();
    signal.throwIfAborted();
    yield pages.slice(at, at + BATCH);
  }
}

/** Reads the page's files now, so that a changed file is reported as such. Later, a change would look like an internal compiler error. */
function hold(page: SourcePage, texts: PageTexts): void {
  for (const file of withTabs(page)) texts.hold(file, texts.of(file));
}

/** Releases the text and the content of a page that has been written, because neither is read again. */
function release(page: SourcePage, parts: CompiledPage[], texts: PageTexts): void {
  for (const file of withTabs(page)) texts.release(file);
  for (const part of parts) Object.assign(part, { content: [], statics: {}, texts: [], toc: [] });
}

function handled<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => undefined);
  return promise;
}
