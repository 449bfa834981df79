import { setImmediate } from 'node:timers/promises';
import { observed } from '../cache/observe-reads.ts';
import type { Asked } from '../compile/compile-page.ts';
import { createCompiler, loadPackagesOf } from '../compile/compile-site.ts';
import type { CompiledPage } from '../compile/types.ts';
import { composeContext } from '../compose/context.ts';
import { messageOf } from '../diagnostics/message-of.ts';
import { createNavigationLookup } from '../load/navigation-lookup.ts';
import type { SourcePage } from '../load/types.ts';
import { createPlaces, NO_CONTENTS } from '../prerender/page-record.ts';
import type { RenderContext } from '../prerender/render-page.ts';
import { importRenderer, type PageRenderer } from '../prerender/server-module.ts';
import type { PageContents } from '../prerender/types.ts';
import { createTermScanner } from '../search/term-scanner.ts';
import { withTabs } from '../with-tabs.ts';
import { TimeoutError, withinTime } from '../within-time.ts';
import { WriteError } from '../write/write-error.ts';
import { writeTree } from '../write/write-tree.ts';
import { type LookUp, takeLookUps } from './look-ups.ts';
import { type MadePage, makePage } from './make-page.ts';
import { mayNeedTypesIn, withoutContent } from './may-need-types.ts';
import { createDigest, createRecordKey, type Key } from './page-key.ts';
import type { FromThread, PageFacts, PageMakerData, PageTask, ToThread } from './protocol.ts';

/** Pages that are compiled, or rendered, one after the other before others are heard. */
const BATCH = 6;
/** Pages whose files are being written at one time. */
const WRITING = 8;

/** A page that is compiled. */
interface CompiledJob {
  number: number;
  page: SourcePage;
  parts: CompiledPage[];
  contents: PageContents;
}

/** A page that is made, with what it was made of. */
interface MadeJob {
  number: number;
  page: MadePage;
  record?: Key;
  rendering?: LookUp[];
  time: number;
}

/**
 * Compiles and makes pages, in whichever thread, writes them, and tells what the rest of the site needs to know.
 *
 * @param options.tell is told of each page
 * @param options.enter called with the number of the page that is worked at, or -1
 * @param options.renderer where it is loaded already
 * @returns `take` takes a message; `stop` does no more, and waits for what is being written
 */
export function createPageMaker(
  { site, loaded, includeDebug, keep }: PageMakerData,
  {
    tell,
    enter,
    renderer: given,
  }: {
    tell: (message: FromThread) => void;
    enter: (number: number) => void;
    renderer?: () => PageRenderer | undefined;
  },
): { take: (message: ToThread) => void; stop: () => Promise<void> } {
  const asked = new Map<string, Asked>();
  const onAsked = keep && ((sourcePath: string, found: Asked): void => void asked.set(sourcePath, found));
  const compiler = createCompiler({ site, pages: loaded.pages, includeDebug, onAsked });
  const recordKey = createRecordKey(createDigest(site));
  const placeOf = createPlaces(site, loaded, createNavigationLookup(loaded.navigation));
  const scan = createTermScanner();
  const toCompile: Exclude<PageTask, { kind: 'make' }>[] = [];
  const toMake: CompiledJob[] = [];
  const writing = new Set<Promise<void>>();
  let isStopped = false;
  let isWorking = false;
  let known: PageFacts | undefined;
  let context: RenderContext | undefined;

  const tellFault = (error: unknown): void => {
    const { message, stack } = toError(error);
    if (error instanceof WriteError) {
      const { code, errno, message: reason } = error.cause as NodeJS.ErrnoException;
      tell({ kind: 'fault', message: reason, path: error.path, code, errno });
    } else tell({ kind: 'fault', message, stack });
  };
  /**
   * Does something for pages in turn, each within its time. They share a watch: one for each would cost a tenth of what is
   * watched. A page that does not come to an end is told, and left.
   */
  const eachInTime = <Job extends { number: number }>(jobs: Job[], task: (job: Job) => void): void => {
    let at = 0;
    while (at < jobs.length) {
      const first = at;
      try {
        withinTime(site.config.pageTimeout, () => {
          for (; at < jobs.length; at++) {
            const job = jobs[at] as Job;
            enter(job.number);
            task(job);
          }
        });
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error;
        // One that was not the first has its own time still.
        if (at === first) tell({ kind: 'late', number: (jobs[at++] as Job).number });
      }
    }
    enter(-1);
  };
  const compile = async (tasks: typeof toCompile): Promise<void> => {
    const begun: { task: PageTask; parts: Promise<CompiledPage>[]; time: number }[] = [];
    const begin = (task: PageTask): void => {
      const start = performance.now();
      const parts = withTabs(task.page).map(compiler.compile);
      begun.push({ task, parts, time: performance.now() - start });
    };
    loadPackagesOf(
      tasks.flatMap(({ page }) => withTabs(page)),
      site,
    );
    // Of Markdown nothing is left for later.
    eachInTime(
      tasks.filter(({ page }) => !isInteractive(page)),
      begin,
    );
    for (const task of tasks.filter(({ page }) => isInteractive(page))) {
      enter(task.number);
      begin(task);
      await Promise.all(begun.at(-1)?.parts ?? []);
      enter(-1);
    }
    for (const { task, parts: compiled, time } of begun) {
      const { number, page } = task;
      const parts = await Promise.all(compiled);
      const isWhole = task.kind === 'whole';
      const compiling = takeAsked(page);
      tell({ kind: 'compiled', number, parts: isWhole ? parts.map(withoutContent) : parts, compiling, time });
      if (isWhole) toMake.push({ number, page, parts, contents: task.contents ?? NO_CONTENTS });
    }
  };
  /** What a page and its tabs have asked when they were compiled. */
  const takeAsked = (page: SourcePage): LookUp[] | undefined => {
    if (!keep) return undefined;
    const all = withTabs(page).map(({ sourcePath }) => {
      const found = asked.get(sourcePath);
      asked.delete(sourcePath);
      return found && takeLookUps(found, keep);
    });
    return all.every((list) => list !== undefined) ? all.flat() : undefined;
  };
  const makeObserved = ({ number, contents, ...whole }: CompiledJob, used: RenderContext): Omit<MadeJob, 'time'> => {
    const record = { ...contents, ...placeOf(whole) };
    if (!keep) return { number, page: makePage(whole, record, used) };
    const key = recordKey(whole.page.routePath, record, mayNeedTypesIn(whole.page) ? whole.parts : undefined);
    // Nothing is awaited, so that what is asked meanwhile is asked by this page.
    const { result, seen } = observed(() => makePage(whole, record, used));
    return { number, page: result, record: key, rendering: takeLookUps({ seen }, keep) };
  };
  const make = async (jobs: CompiledJob[], used: RenderContext): Promise<void> => {
    const made: MadeJob[] = [];
    eachInTime(jobs, (job) => {
      const { number } = job;
      const start = performance.now();
      try {
        made.push({ ...makeObserved(job, used), time: performance.now() - start });
      } catch (error) {
        if (error instanceof TimeoutError) throw error;
        const { message, stack } = toError(error);
        tell({ kind: 'failed', number, cause: { message, stack } });
      }
    });
    for (const job of made) {
      if (isStopped) return;
      const { number } = job;
      const { search } = job.page.summary;
      if (search) tell({ kind: 'searched', number, text: search.text, terms: scan(search.entry) });
      const task = write(job).finally(() => writing.delete(task));
      writing.add(task);
      if (writing.size >= WRITING) await Promise.race(writing);
    }
  };
  const write = async ({ page: { files }, ...job }: MadeJob): Promise<void> => {
    const { folder, shownAs } = known as PageFacts;
    const sizes = Array.from(files, ([path, text]): [string, number] => [path, Buffer.byteLength(text)]);
    await writeTree({ folder, files, shownAs }).then(() => tell({ kind: 'made', ...job, files: sizes }), tellFault);
  };
  const prepare = async ({ facts, renderer }: PageFacts): Promise<RenderContext> => {
    const { server } =
      given?.() ?? (await importRenderer({ code: renderer, map: async () => '' }, site.config.pageTimeout));
    return composeContext({ ...facts, site }, server);
  };
  /** Does what was asked for, some pages at a time. */
  const work = async (): Promise<void> => {
    isWorking = true;
    try {
      while (!isStopped && (toCompile.length > 0 || (known && toMake.length > 0))) {
        await compile(toCompile.splice(0, BATCH));
        if (known) context ??= await prepare(known);
        if (context) await make(toMake.splice(0, BATCH), context);
        // Lets through what others have to say.
        await setImmediate();
      }
    } catch (error) {
      tellFault(error);
    }
    // At once: what comes next would be left lying.
    isWorking = false;
  };
  let working: Promise<void> | undefined;
  return {
    take(message) {
      if (message.kind === 'site') known = message.known;
      else if (message.kind === 'make') toMake.push(message);
      else toCompile.push(message);
      if (!isWorking) working = work();
    },
    async stop() {
      isStopped = true;
      await working;
      await Promise.all(writing);
    },
  };
}

function isInteractive(page: SourcePage): boolean {
  return withTabs(page).some(({ format }) => format === 'mdx');
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(messageOf(error));
}
