/** Pages that are compiled, rendered and written by threads. */

import { WriteError } from '../../base/files/write-error.ts';
import type { OnTime, TimedTask } from '../../base/meter.ts';
import { StrayError } from '../../base/stray-error.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { NO_CONTENTS } from '../../render/page-record.ts';
import type { PageRenderer } from '../../render/server-module.ts';
import type { PageContents } from '../../render/types.ts';
import type { Place } from '../../store/dependencies.ts';
import { tellFact } from '../../store/observe-reads.ts';
import type { PageEntries } from './page-entries.ts';
import { createPageOutcomes, type MadePages, type PageMessage, type PageOutcomes } from './page-outcomes.ts';
import { createPageQueue } from './page-queue.ts';
import { createPageThreads, type LostThread, type Thread } from './page-threads.ts';
import type { FromThread, PageFacts, PageMakerData, PageTask } from './protocol.ts';
import { toThreadData } from './thread-data.ts';

export interface PoolOptions {
  /** Pages that others wait for. */
  isFirst: (page: SourcePage) => boolean;
  /** Pages that nothing of the site enters but what is the same for all: they are made in one go. */
  isPlain: (page: SourcePage) => boolean;
  /** Pages that others ask for and that are made elsewhere: they are compiled alone. */
  isElsewhere: (page: SourcePage) => boolean;
  includeDebug: boolean;
  /** Number of threads for so many pages, this one among them. */
  threads: (pages: number) => number;
  /** Pages of earlier builds, and where pages may read. */
  kept?: { entries: PageEntries; place: Place };
  /** Called with work at a page when it is done. */
  onTime?: OnTime | undefined;
  /** Ends the work, and the threads. */
  signal: AbortSignal;
}

/** What a page is made of, when its turn comes. */
export type ContentsOf = (page: SourcePage) => { parts: CompiledPage[]; contents: PageContents };

/** Threads that make pages. */
export interface PagePool {
  /** The first ones and their tabs, once they are compiled. */
  first: Promise<CompiledPage[]>;
  /** All pages and their tabs once they are compiled, plain ones without what only making them needs. */
  compiled: Promise<CompiledPage[]>;
  /** Says what pages are made with. Until then they are only compiled. */
  prepare(known: PageFacts, renderer: PageRenderer): void;
  /** Makes those that are not plain, too, and waits until all are made. */
  make(contentsOf: ContentsOf): Promise<MadePages>;
  /** Waits until no thread writes any more, once `signal` has aborted. */
  closed(): Promise<void>;
}

/**
 * Starts threads that compile pages, beside this one. A thread that ends, or does not come to an end with a page in time, is
 * replaced: its pages are made again by another one, and the page that it was at is told when it happens twice. The texts of
 * pages that are made are let go.
 *
 * @param pages in the order in which they are told of
 */
export function startPages(site: Site, loaded: LoadedSite, pages: SourcePage[], options: PoolOptions): PagePool {
  const { isFirst, isPlain, isElsewhere, includeDebug, signal, kept } = options;
  const entries = kept?.entries;
  const { texts } = loaded;
  const { pageTimeout } = site.config;
  const whole: PageMakerData = { site, loaded, includeDebug, keep: kept?.place };
  const tasks = pages.map((page, number): PageTask => ({ kind: isPlain(page) ? 'whole' : 'compile', number, page }));
  const outcomes = createPageOutcomes({ tasks, texts, isFirst, isElsewhere, entries, pageTimeout });
  const open = tasks.filter(({ number }) => !outcomes.isFound(number));
  const queue = createPageQueue([
    ...open.filter(({ page }) => isFirst(page)),
    ...open.filter(({ page }) => !isFirst(page)),
  ]);
  /** How often a thread has ended with a page. */
  const ends = new Map<number, number>();
  let renderer: PageRenderer | undefined;

  const close = (): void => {
    signal.removeEventListener('abort', abort);
    threads.close();
  };
  const fail = (error: unknown): void => {
    close();
    outcomes.fail(error);
  };
  const abort = (): void => fail(signal.reason);
  const settle = (): void => {
    if (outcomes.settle()) close();
  };
  const next = (isHere: boolean): PageTask | undefined => {
    try {
      return queue.next(isHere);
    } catch (error) {
      fail(error);
      return undefined;
    }
  };
  const hear = (thread: Thread, message: FromThread): void => {
    if (message.kind === 'read') tellFact(message.fact);
    else if (message.kind === 'fault') fail(toFault(message));
    else hearOfPage(thread, message);
  };
  const hearOfPage = (thread: Thread, message: PageMessage): void => {
    const given = thread.tasks.get(message.number);
    if (!given) return;
    const { task } = given;
    outcomes.hear(task, message, thread);
    if (message.kind === 'compiled') given.isCompiled = true;
    if ('time' in message) options.onTime?.(timedPage(task, message, thread));
    const isOver = message.kind === 'compiled' ? task.kind === 'compile' : message.kind !== 'searched';
    if (isOver) thread.tasks.delete(message.number);
    threads.feed(thread);
    // Where little was kept it is seen on the way that there is work for more.
    startOthers();
    settle();
  };
  /** Another thread takes over. */
  const lose = ({ number, tasks: left, why, reason }: LostThread): void => {
    if (!pages[number]) {
      // What an author wrote may throw where nobody waits for it.
      const text = reason instanceof Error ? reason.message : 'A thread that makes pages has ended';
      fail(new StrayError(text, { cause: reason }));
      return;
    }
    const count = (ends.get(number) ?? 0) + 1;
    ends.set(number, count);
    const isGivenUp = why === 'timeout' || count > 1;
    if (isGivenUp) outcomes.giveUp(number, { why, reason });
    for (const task of left) if (task.number !== number || !isGivenUp) queue.addAgain(task);
    threads.startAnother();
    settle();
  };
  const startOthers = (): void => threads.startOthers(options.threads(queue.left()) - 1);

  const threads = createPageThreads({ data: () => toThreadData(whole), texts, pageTimeout, next, hear, lose });
  signal.addEventListener('abort', abort);
  startOthers();
  threads.startHere(whole, () => renderer);
  settle();
  return {
    first: outcomes.first,
    compiled: outcomes.compiled,
    closed: threads.closed,
    prepare(known, loadedRenderer) {
      renderer = loadedRenderer;
      entries?.prepare({ ...known.facts, site }, loadedRenderer);
      const found = tasks.filter(({ kind, number }) => kind === 'whole' && outcomes.isFound(number));
      for (const task of found) if (!outcomes.take(task, NO_CONTENTS)) queue.add(task);
      threads.prepare({ kind: 'site', known });
      startOthers();
      threads.feed();
      settle();
    },
    async make(contentsOf) {
      queue.addReady(outcomes.toMake(), (task) => prepareTask(task, outcomes, contentsOf));
      threads.feed();
      settle();
      return await outcomes.made();
    },
  };
}

/** Puts together what a page is made of; undefined where it was made before, and is taken. */
function prepareTask(task: PageTask, outcomes: PageOutcomes, contentsOf: ContentsOf): PageTask | undefined {
  const { number, page } = task;
  const { parts, contents } = contentsOf(page);
  const isFound = outcomes.isFound(number);
  const isAsCompiled = parts.every((part, index) => part === outcomes.partsOf(number)?.[index]);
  if (isFound && !isAsCompiled) throw new Error(`${page.sourcePath} was changed after it was compiled`);
  outcomes.setParts(number, parts);
  if (outcomes.take(task, contents)) return undefined;
  return isFound ? { kind: 'whole', number, page, contents } : { kind: 'make', number, page, parts, contents };
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
