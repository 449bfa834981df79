import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { type OnTime, preciseNow } from '../../base/meter.ts';
import { withTabs } from '../../content/tabs.ts';
import type { LoadedSite, PageTexts, SourcePage } from '../../content/types.ts';
import { emptyPage } from '../../markdown/compile-page.ts';
import { createCompiler } from '../../markdown/compile-site.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { NO_CONTENTS } from '../../render/page-inputs.ts';
import { createPageList } from '../../render/page-list.ts';
import type { RenderContext, SiteContext } from '../../render/render-page.ts';
import type { SearchText } from '../../render/search/create-search-index.ts';
import { createTermCollector, type TermCollector } from '../../render/search/term-collector.ts';
import type { PageRenderer } from '../../render/server-module.ts';
import type { PageContents, WholePage } from '../../render/types.ts';
import { composeContext } from './context.ts';
import { eachInTime } from './each-in-time.ts';
import { withoutContent } from './may-need-types.ts';
import type { PageEntries } from './page-entries.ts';
import { createPageWriter, type RenderedJob, type RenderJob } from './page-writer.ts';

interface PagesOptions {
  includeDebug: boolean;
  onTime?: OnTime | undefined;
  isFirst: (page: SourcePage) => boolean;
  /** Returns whether a page depends only on its text and on inputs that all pages share. It is compiled and rendered in one go. */
  isPlain: (page: SourcePage) => boolean;
  entries?: PageEntries | undefined;
  /** Folder for the pages, and its name in messages. Default: pages are only compiled. */
  into?: { folder: string; shownAs: string } | undefined;
  /** Called with the number of pages that are not in the cache. */
  onPages?: ((pages: number) => void) | undefined;
  signal: AbortSignal;
}

export interface MadePages {
  /** Bytes by output path. */
  files: Map<string, number>;
  /** Search data of the pages, by source path. Rendered pages have terms of `collector`. */
  search: Map<string, SearchText>;
  collector: TermCollector;
  failed: Map<SourcePage, Error>;
  diagnostics: Diagnostic[];
}

export type SitePages = Awaited<ReturnType<typeof startPages>>;

/** Number of pages that are compiled or rendered before other events are handled, such as the signal to end. */
const BATCH = 6;
/** The same for pages that are looked up in the cache. */
const LOOKUPS = 64;

/** The text of written pages is released, because it uses most of a large site's memory. */
export async function startPages(site: Site, loaded: LoadedSite, pages: SourcePage[], options: PagesOptions) {
  const { isFirst, isPlain, entries, into, signal } = options;
  const { texts } = loaded;
  const compile = createPageCompiler(site, loaded, options);
  const outcome = createOutcome(entries, texts, site.config.pageTimeout);
  const { partsOf, setParts } = outcome;
  const maker = createMaker(site, loaded, { options, outcome });
  const { render, restore } = maker;
  const cached = new Set<SourcePage>();
  /** Plain pages that are compiled, until the inputs that all pages share are known. */
  const ready: RenderJob[] = [];

  const compileAll = async (wanted: SourcePage[]): Promise<void> => {
    for await (const batch of inBatches(wanted, BATCH, signal)) {
      const { compiled, late } = await compile(batch);
      for (const page of late) outcome.giveUp(page);
      for (const { page, parts } of compiled) {
        const isWhole = isPlain(page) && into !== undefined;
        setParts(page, isWhole ? parts.map(withoutContent) : parts);
        if (isWhole) ready.push({ page, parts, contents: NO_CONTENTS });
      }
      if (maker.isReady()) await render(ready.splice(0));
    }
  };

  for await (const batch of inBatches(pages, LOOKUPS, signal))
    for (const page of batch) {
      const parts = entries?.find(page);
      if (parts) {
        setParts(page, parts);
        cached.add(page);
      } else hold(page, texts);
    }
  const open = pages.filter((page) => !cached.has(page));
  options.onPages?.(open.length);
  const allParts = (wanted: SourcePage[]): CompiledPage[] => wanted.flatMap(partsOf);
  const first = handled(compileAll(open.filter(isFirst)));
  const compiled = handled(first.then(() => compileAll(open.filter((page) => !isFirst(page)))));
  let making: Promise<unknown> = compiled;
  return {
    first: handled(first.then(() => allParts(pages.filter(isFirst)))),
    /** Resolves with all pages and their tabs when they are compiled. Plain pages lack the data that only rendering needs. */
    compiled: handled(compiled.then(() => allParts(pages))),
    /** Sets the inputs that all pages share, and restores plain pages from the cache. Until then pages are only compiled. */
    async prepare(siteContext: SiteContext, renderer: PageRenderer): Promise<void> {
      entries?.prepare(siteContext, renderer);
      const placed = pages.filter((page) => cached.has(page) && isPlain(page));
      for await (const batch of inBatches(placed, LOOKUPS, signal))
        await Promise.all(batch.map(async (page) => void ((await restore(page, NO_CONTENTS)) || open.push(page))));
      const listPages = createPageList(site, loaded.pages);
      maker.prepare(composeContext(siteContext, { server: renderer.server, listPages, texts }));
    },
    async make(
      contentsOf: (page: SourcePage) => { parts: CompiledPage[]; contents: PageContents },
    ): Promise<MadePages> {
      const work = async (): Promise<void> => {
        await compiled;
        await render(ready.splice(0));
        // Cached pages of text alone whose files must be rendered again.
        const again = open.filter((page) => cached.has(page));
        for (const page of again) hold(page, texts);
        await compileAll(again);
        const others = pages.filter((page) => !isPlain(page) && !outcome.isGivenUp(page));
        for await (const batch of inBatches(others, BATCH, signal)) {
          const all = batch.map((page): RenderJob => ({ page, ...contentsOf(page) }));
          for (const { page, parts } of all) {
            const isAsCompiled = parts.every((part, index) => part === partsOf(page)[index]);
            if (cached.has(page) && !isAsCompiled)
              throw new Error(`${page.sourcePath} was changed after it was compiled`);
            setParts(page, parts);
          }
          const restored = await Promise.all(all.map(({ page, contents }) => restore(page, contents)));
          const jobs = all.filter((_, index) => !restored[index]);
          for (const { page } of jobs) hold(page, texts);
          const stale = jobs.filter(({ page }) => cached.has(page));
          const { compiled: found, late } = await compile(stale.map(({ page }) => page));
          for (const page of late) outcome.giveUp(page);
          const fresh = new Map(found.map((job) => [job.page, job]));
          for (const { page, parts } of found) setParts(page, parts);
          await render(
            jobs.filter(({ page }) => !outcome.isGivenUp(page)).map((job) => ({ ...job, ...fresh.get(job.page) })),
          );
        }
        await maker.written();
      };
      making = handled(work());
      await making;
      return outcome.inOrder(pages);
    },
    /** Waits until nothing is written any more, after `signal` has aborted. */
    closed: async (): Promise<void> => void (await Promise.allSettled([making, maker.written()])),
  };
}

/** Compiles pages, and returns those that exceeded their time as `late`. */
function createPageCompiler(
  site: Site,
  loaded: LoadedSite,
  { includeDebug, onTime }: Pick<PagesOptions, 'includeDebug' | 'onTime'>,
) {
  const compiler = createCompiler({ site, ...loaded, includeDebug });
  return async (pages: SourcePage[]): Promise<{ compiled: WholePage[]; late: SourcePage[] }> => {
    const compile = await compiler.prepare(pages.flatMap(withTabs));
    const done: (WholePage & { start: number; time: number })[] = [];
    const late = eachInTime(pages, site.config.pageTimeout, (page) => {
      const start = preciseNow();
      done.push({ page, parts: withTabs(page).map(compile), start, time: preciseNow() - start });
    });
    const compiled = done.map(({ page, parts, ...timing }) => {
      onTime?.({ kind: 'page', name: page.sourcePath, worker: 'main', ...timing });
      return { page, parts };
    });
    return { compiled, late };
  };
}

function createMaker(
  site: Site,
  loaded: LoadedSite,
  {
    options: { entries, into, signal, onTime },
    outcome,
  }: { options: PagesOptions; outcome: ReturnType<typeof createOutcome> },
) {
  const writer = createPageWriter(site, loaded, onTime);
  let context: RenderContext | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  return {
    isReady: (): boolean => context !== undefined,
    prepare(given: RenderContext): void {
      context = given;
    },
    async render(jobs: RenderJob[]): Promise<void> {
      if (!into || !context) return;
      for await (const batch of inBatches(jobs, BATCH, signal)) {
        const { rendered, failed, late } = writer.render(batch, context);
        for (const [page, error] of failed) outcome.failed.set(page, error);
        for (const { page } of late) outcome.giveUp(page);
        // Pages are rendered while those before them are written.
        await writing;
        const write = async (job: RenderedJob) => outcome.add(job, await writer.write(job.made.files, into));
        writing = handled(Promise.all(rendered.map(write)));
      }
    },
    /** Restores a page from the cache. Resolves with false if it must be rendered. */
    async restore(page: SourcePage, contents: PageContents): Promise<boolean> {
      const found = into && entries?.restore(page, outcome.partsOf(page), contents);
      if (found) outcome.addCached(page, found.search, await writer.write(found.files, into));
      return found !== undefined;
    },
    written: (): Promise<unknown> => writing,
  };
}

function createOutcome(entries: PageEntries | undefined, texts: PageTexts, pageTimeout: number) {
  const parts = new Map<SourcePage, CompiledPage[]>();
  const collector = createTermCollector();
  const files = new Map<SourcePage, [path: string, bytes: number][]>();
  const search = new Map<SourcePage, SearchText>();
  const failed = new Map<SourcePage, Error>();
  const givenUp = new Map<SourcePage, Diagnostic>();
  const partsOf = (page: SourcePage): CompiledPage[] => parts.get(page) ?? [];
  return {
    failed,
    partsOf,
    setParts: (page: SourcePage, compiled: CompiledPage[]): void => void parts.set(page, compiled),
    isGivenUp: (page: SourcePage): boolean => givenUp.has(page),
    giveUp(page: SourcePage): void {
      const location = { file: page.sourcePath, line: 1, column: 1 };
      const diagnostic = createDiagnostic('page-timeout', { seconds: pageTimeout / 1000 }, { location });
      const [main, ...tabs] = withTabs(page).map(({ sourcePath }) => emptyPage(sourcePath));
      parts.set(page, [{ ...(main as CompiledPage), diagnostics: [diagnostic] }, ...tabs]);
      givenUp.set(page, diagnostic);
    },
    addCached(page: SourcePage, text: string | undefined, written: [path: string, bytes: number][]): void {
      if (text !== undefined) search.set(page, { text });
      files.set(page, written);
      release(page, partsOf(page), texts);
    },
    add({ job, made, inputs, lists }: RenderedJob, written: [path: string, bytes: number][]): void {
      const { page, parts: own } = job;
      const { text, entry } = made.search ?? {};
      if (entry && text !== undefined) search.set(page, { text, terms: collector.scan(entry) });
      files.set(page, written);
      entries?.keep(page, { parts: own, inputs, lists, files: made.files, search: text });
      release(page, own, texts);
    },
    inOrder: (pages: SourcePage[]): MadePages => ({
      files: new Map(pages.flatMap((page) => files.get(page) ?? [])),
      search: new Map(
        pages.flatMap((page) => (search.has(page) ? [[page.sourcePath, search.get(page) as SearchText]] : [])),
      ),
      collector,
      failed: new Map(pages.flatMap((page) => (failed.has(page) ? [[page, failed.get(page) as Error]] : []))),
      diagnostics: pages.flatMap((page) => givenUp.get(page) ?? []),
    }),
  };
}

/** Yields lists of items, and lets the process handle other events in between. Throws when the signal has aborted. */
async function* inBatches<Item>(items: Item[], size: number, signal: AbortSignal): AsyncGenerator<Item[]> {
  for (let at = 0; at < items.length; at += size) {
    await nextTurn();
    signal.throwIfAborted();
    yield items.slice(at, at + size);
  }
}

/** Read here, a changed file is reported as such; later, it would look like an internal error of the compiler. */
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
