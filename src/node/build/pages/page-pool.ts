/** Compiles, renders and writes pages in the main thread and in workers. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { WriteError } from '../../base/files/write-error.ts';
import type { OnTime, TimedTask } from '../../base/meter.ts';
import { StrayError } from '../../base/stray-error.ts';
import type { LoadedSite, PageTexts, SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { NO_CONTENTS } from '../../render/page-inputs.ts';
import type { PageRenderer } from '../../render/server-module.ts';
import type { PageContents } from '../../render/types.ts';
import type { SiteFolders } from '../../store/dependencies.ts';
import { recordRead } from '../../store/observe-reads.ts';
import type { PageEntries } from './page-entries.ts';
import { createPageOutcomes, type MadePages, type PageMessage, type PageOutcomes } from './page-outcomes.ts';
import { AT_ONCE, createPageQueue, type PageQueue } from './page-queue.ts';
import { createPageThreads, type LostThread, noteProgress, type Thread } from './page-threads.ts';
import type { FromThread, PageFacts, PageMakerData, PageTask } from './protocol.ts';
import { toThreadData } from './thread-data.ts';

export interface PoolOptions {
  /** Returns whether other work waits for a page. */
  isFirst: (page: SourcePage) => boolean;
  /** Returns whether a page depends only on its text and on inputs that all pages share. It is compiled and rendered in one go. */
  isPlain: (page: SourcePage) => boolean;
  includeDebug: boolean;
  /** Returns the number of workers for a number of pages, the main thread included. */
  threads: (pages: number) => number;
  /** The cache of pages, and the folders that pages may read if pages are added to it. */
  kept?: { entries: PageEntries; folders: SiteFolders | undefined } | undefined;
  /** Called with the number of pages that are not in the cache. */
  onPages?: ((pages: number) => void) | undefined;
  /** Called when a page is compiled or rendered, with its time. */
  onTime?: OnTime | undefined;
  /** Ends the work and the workers. */
  signal: AbortSignal;
}

/** Returns the inputs of a page, when it is about to be rendered. */
export type ContentsOf = (page: SourcePage) => { parts: CompiledPage[]; contents: PageContents };

/** The main thread and the workers that build pages. */
export interface PagePool {
  /** Resolves with the first pages and their tabs when they are compiled. */
  first: Promise<CompiledPage[]>;
  /** Resolves with all pages and their tabs when they are compiled. Plain pages lack the data that only rendering needs. */
  compiled: Promise<CompiledPage[]>;
  /** Sets the inputs that all pages share. Until then pages are only compiled. */
  prepare(known: PageFacts, renderer: PageRenderer): Promise<void>;
  /** Renders the pages that are not plain, and waits until all pages are done. */
  make(contentsOf: ContentsOf): Promise<MadePages>;
  /** Waits until no worker writes any more, after `signal` has aborted. */
  closed(): Promise<void>;
}

/**
 * Starts to compile pages, in the main thread and in workers. A worker that ends or times out is replaced, and another worker
 * repeats its pages. If a page times out, or ends a worker twice, its error is reported. The text of written pages is released.
 *
 * @param pages in the order in which their results are reported
 */
export async function startPages(
  site: Site,
  loaded: LoadedSite,
  pages: SourcePage[],
  options: PoolOptions,
): Promise<PagePool> {
  const { isFirst, isPlain, includeDebug, signal, kept: { entries, folders } = {} } = options;
  const { texts } = loaded;
  const { pageTimeout } = site.config;
  const whole: PageMakerData = { site, loaded, includeDebug, keep: folders };
  const tasks = pages.map((page, number): PageTask => ({ kind: isPlain(page) ? 'whole' : 'compile', number, page }));
  const found = await findParts(tasks, { entries, signal });
  for (const { number, page } of tasks) if (!found.has(number)) hold(page, texts);
  const outcomes = createPageOutcomes({ tasks, found, texts, isFirst, entries, pageTimeout });
  const queue = createPageQueue(toCompile(tasks, { outcomes, isFirst }), () => void nextTurn().then(resume));
  options.onPages?.(queue.left());
  /** Numbers of pages that were processed when a worker ended. */
  const ended = new Set<number>();
  let renderer: PageRenderer | undefined;
  const { attempt, settle, fail } = createEnding(outcomes, { signal, close: () => threads.close() });
  const next = (isHere: boolean): PageTask | undefined => attempt(() => queue.next(isHere));
  const resume = (): void => {
    if (signal.aborted) return;
    threads.feed();
    settle();
  };
  const hear = (thread: Thread, message: FromThread): void => {
    if (message.kind === 'read') recordRead(message.read);
    else if (message.kind === 'fault') fail(toFault(message));
    else hearOfPage(thread, message);
  };
  const hearOfPage = (thread: Thread, message: PageMessage): void => {
    const task = thread.tasks.get(message.number)?.task;
    if (!task) return;
    outcomes.hear(task, message, thread);
    if ('time' in message) options.onTime?.(timedPage(task, message, thread));
    noteProgress(thread, message);
    threads.feed(thread);
    // If the cache contains few of the pages, only this point shows that there is work for more workers.
    startOthers();
    settle();
  };
  /** Lets another worker take over the pages of a worker that was lost. */
  const lose = ({ number, tasks: left, why, reason }: LostThread): void => {
    if (!pages[number]) {
      fail(toStray(reason));
      return;
    }
    const isGivenUp = why === 'timeout' || ended.has(number);
    ended.add(number);
    if (isGivenUp) outcomes.giveUp(number, { why, reason });
    for (const task of left) if (task.number !== number || !isGivenUp) queue.addAgain(task);
    threads.startAnother();
    settle();
  };
  const startOthers = (): void => threads.startOthers(options.threads(queue.left()) - 1);

  const threads = createPageThreads({ data: () => toThreadData(whole), texts, pageTimeout, next, hear, lose });
  startOthers();
  threads.startHere(whole, () => renderer);
  settle();
  return {
    first: outcomes.first,
    compiled: outcomes.compiled,
    closed: threads.closed,
    async prepare(known, loadedRenderer) {
      renderer = loadedRenderer;
      entries?.prepare({ ...known.context, site }, loadedRenderer);
      await queueChanged(tasks, { outcomes, queue, texts, signal });
      threads.prepare({ kind: 'site', known });
      startOthers();
      resume();
    },
    async make(contentsOf) {
      queue.addReady(outcomes.toMake(), (task) => prepareTask(task, { outcomes, contentsOf, texts }));
      resume();
      return await outcomes.made();
    },
  };
}

/** The end of the work: all pages are done, a page cannot be processed, or the build is aborted. */
interface Ending {
  /** Runs a part of the work. If the part throws, the work fails. */
  attempt: <Result>(run: () => Result) => Result | undefined;
  /** Ends the work if all pages are done. */
  settle: () => void;
  /** Ends the work with an error. */
  fail: (error: unknown) => void;
}

/** @param options.close called at the end, before the outcomes are settled with an error */
function createEnding(outcomes: PageOutcomes, { signal, close }: { signal: AbortSignal; close: () => void }): Ending {
  const end = (): void => {
    signal.removeEventListener('abort', abort);
    close();
  };
  const fail = (error: unknown): void => {
    end();
    outcomes.fail(error);
  };
  const abort = (): void => fail(signal.reason);
  signal.addEventListener('abort', abort);
  return {
    attempt(run) {
      try {
        return run();
      } catch (error) {
        fail(error);
        return undefined;
      }
    },
    settle() {
      if (outcomes.settle()) end();
    },
    fail,
  };
}

/** Returns the tasks of pages that are not in the cache. Pages that other work waits for are first. */
function toCompile(
  tasks: PageTask[],
  { outcomes, isFirst }: Pick<PoolOptions, 'isFirst'> & { outcomes: PageOutcomes },
): PageTask[] {
  const open = tasks.filter(({ number }) => !outcomes.isFound(number));
  return [...open.filter(({ page }) => isFirst(page)), ...open.filter(({ page }) => !isFirst(page))];
}

/** Yields tasks, and lets the process handle other events in between, such as the signal to end. */
async function* inTurns(tasks: PageTask[], signal: AbortSignal): AsyncGenerator<PageTask> {
  for (const [index, task] of tasks.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) {
      await nextTurn();
      signal.throwIfAborted();
    }
    yield task;
  }
}

/**
 * Holds the text of a page and its tabs until the page is written. If the text is read here, a file that has changed is reported as
 * such. If the text were read later, the change would look like an internal error of the compiler.
 */
function hold(page: SourcePage, texts: PageTexts): void {
  for (const file of withTabs(page)) texts.hold(file, texts.of(file));
}

/** Restores plain pages from the cache, and queues those that must be rendered. */
async function queueChanged(
  tasks: PageTask[],
  {
    outcomes,
    queue,
    texts,
    signal,
  }: { outcomes: PageOutcomes; queue: PageQueue; texts: PageTexts; signal: AbortSignal },
): Promise<void> {
  const cached = tasks.filter(({ kind, number }) => kind === 'whole' && outcomes.isFound(number));
  for await (const task of inTurns(cached, signal)) {
    if (outcomes.take(task, NO_CONTENTS)) continue;
    hold(task.page, texts);
    queue.add(task);
  }
}

/** Finds compiled pages in the cache, by number. */
async function findParts(
  tasks: PageTask[],
  { entries, signal }: { entries: PageEntries | undefined; signal: AbortSignal },
): Promise<Map<number, CompiledPage[]>> {
  const found = new Map<number, CompiledPage[]>();
  if (!entries) return found;
  for await (const { number, page } of inTurns(tasks, signal)) {
    const parts = entries.find(page);
    if (parts) found.set(number, parts);
  }
  return found;
}

/** Returns the task with the inputs of the page, or undefined if the page was restored from the cache. */
function prepareTask(
  task: PageTask,
  { outcomes, contentsOf, texts }: { outcomes: PageOutcomes; contentsOf: ContentsOf; texts: PageTexts },
): PageTask | undefined {
  const { number, page } = task;
  const { parts, contents } = contentsOf(page);
  const isFound = outcomes.isFound(number);
  const isAsCompiled = parts.every((part, index) => part === outcomes.partsOf(number)?.[index]);
  if (isFound && !isAsCompiled) throw new Error(`${page.sourcePath} was changed after it was compiled`);
  outcomes.setParts(number, parts);
  if (outcomes.take(task, contents)) return undefined;
  hold(page, texts);
  return isFound ? { kind: 'whole', number, page, contents } : { kind: 'make', number, page, parts, contents };
}

/** Returns the error of a worker that ended at no page: the author's code may have thrown an unhandled error. */
function toStray(reason: unknown): StrayError {
  const text = reason instanceof Error ? reason.message : 'A thread that makes pages has ended';
  return new StrayError(text, { cause: reason });
}

function toFault({ path, code, errno, message, stack }: FromThread & { kind: 'fault' }): Error {
  const error = Object.assign(new Error(message), { code, errno });
  return path === undefined ? Object.assign(error, { stack }) : new WriteError(path, error);
}

function timedPage(
  { page }: PageTask,
  { start, time }: { start: number; time: number },
  { name: worker }: Thread,
): TimedTask {
  return { kind: 'page', name: page.sourcePath, worker, start, time };
}
