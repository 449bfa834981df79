/** Pages that are compiled, rendered and written by threads. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { InputPlace } from '../cache/inputs.ts';
import { tellFact } from '../cache/observe-reads.ts';
import { emptyPage, tookTooLong } from '../compile/compile-page.ts';
import type { CompiledPage } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { LoadedSite, SourcePage } from '../load/types.ts';
import { packageDir } from '../package-dir.ts';
import { NO_CONTENTS } from '../prerender/page-record.ts';
import type { PageRenderer } from '../prerender/server-module.ts';
import type { PageContents } from '../prerender/types.ts';
import type { SearchPage } from '../search/create-search-index.ts';
import { createTermCollector, type TermCollector } from '../search/term-scanner.ts';
import { StrayError } from '../stray-error.ts';
import { withTabs } from '../with-tabs.ts';
import { WriteError } from '../write/write-error.ts';
import type { LookUp } from './look-ups.ts';
import type { PageEntries } from './page-entries.ts';
import { createPageMaker } from './page-maker.ts';
import type { FromThread, PageFacts, PageMakerData, PageTask, PageThreadData, ToThread } from './protocol.ts';
import { withoutFunctions, withoutTexts } from './thread-data.ts';

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
  kept?: { entries: PageEntries; place: InputPlace };
  /** Told how many milliseconds work at a page took, by its source path. */
  onTime?: (sourcePath: string, time: number) => void;
  /** Ends the work, and the threads. */
  signal: AbortSignal;
}

/** Pages that stand in the folder of the site. */
export interface MadePages {
  /** Bytes by output path. */
  files: Map<string, number>;
  /** What search knows of the pages, by source path, with terms of `collector`. */
  search: Map<string, SearchPage>;
  collector: TermCollector;
  /** What was thrown where pages were rendered. */
  failed: Map<SourcePage, Error>;
  /** Pages that do not come to an end. */
  diagnostics: Diagnostic[];
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

/** Pages that a thread has at a time: enough that it need not wait for an answer. */
const AHEAD = 12;

/** A thread with the pages that it has been given. */
interface Thread {
  take: (message: ToThread) => void;
  /** Resolves once it writes no more. */
  end: () => Promise<unknown>;
  /** Number of the page that it is at, or -1. */
  place: Int32Array;
  /** Tasks of which it has not told all, by the number of the page. */
  tasks: Map<number, { task: PageTask; isCompiled: boolean }>;
  isHere?: boolean;
  timer?: NodeJS.Timeout;
}

/**
 * Starts threads that compile pages, beside this one. A thread that ends, or does not come to an end with a page in time, is
 * replaced: its pages are made again by another one, and the page that it was at is told when it happens twice. The texts of
 * pages that are made are let go.
 *
 * @param pages in the order in which they are told of
 */
export function startPages(site: Site, loaded: LoadedSite, pages: SourcePage[], options: PoolOptions): PagePool {
  const { isFirst, isPlain, isElsewhere, includeDebug, threads, onTime, signal, kept } = options;
  const entries = kept?.entries;
  const { pageTimeout } = site.config;
  const data: PageMakerData = {
    site: withoutFunctions(site),
    loaded: withoutTexts(loaded),
    includeDebug,
    keep: kept?.place,
  };
  const tasks = pages.map((page, number): PageTask => ({ kind: isPlain(page) ? 'whole' : 'compile', number, page }));
  const first = tasks.filter(({ page }) => isFirst(page));
  const toMake = tasks.filter(({ page }) => !isElsewhere(page));
  const parts = new Map<number, CompiledPage[]>();
  for (const { number, page } of tasks) {
    const found = entries?.find(page);
    if (found) parts.set(number, found);
  }
  /** Pages of which only the content is not known. */
  const found = new Set(parts.keys());
  /** What no thread has. */
  const waiting = [...first, ...tasks.filter(({ page }) => !isFirst(page))].filter(({ number }) => !found.has(number));
  let at = 0;
  /** Pages whose contents are known now. */
  let ready: Iterator<PageTask, undefined> | undefined;
  const again: PageTask[] = [];
  const openFirst = new Set(first.map(({ number }) => number).filter((number) => !found.has(number)));
  const ends = new Map<number, number>();
  /** What pages asked when they were compiled. */
  const asked = new Map<number, LookUp[]>();
  const collector = createTermCollector();
  const results = new Map<number, [path: string, bytes: number][]>();
  const searched = new Map<number, SearchPage>();
  const failed = new Map<number, Error>();
  const givenUp = new Map<number, Diagnostic>();
  const running = new Set<Thread>();
  const ending: Promise<unknown>[] = [];
  const compiledFirst = deferred();
  const compiled = deferred();
  const made = deferred();
  let known: PageFacts | undefined;
  let renderer: PageRenderer | undefined;

  const close = (): void => {
    signal.removeEventListener('abort', abort);
    for (const thread of running) {
      clearInterval(thread.timer);
      ending.push(thread.end());
    }
    running.clear();
  };
  const fail = (error: unknown): void => {
    close();
    for (const promise of [compiledFirst, compiled, made]) promise.reject(error);
  };
  const abort = (): void => fail(signal.reason);
  const settle = (): void => {
    if (openFirst.size === 0) compiledFirst.resolve();
    if (parts.size === pages.length) compiled.resolve();
    if (parts.size < pages.length || results.size + failed.size + givenUp.size < toMake.length) return;
    close();
    made.resolve();
  };

  /** Gives a thread pages, as long as there are some, and watches over it. */
  const feed = (thread: Thread): void => {
    const isBusy = ({ task, isCompiled }: { task: PageTask; isCompiled: boolean }): boolean =>
      !isCompiled || (known !== undefined && task.kind === 'whole');
    const busy = (): number => [...thread.tasks.values()].filter(isBusy).length;
    while (busy() < AHEAD) {
      // What has ended a thread may end this process.
      const task = (thread.isHere ? undefined : again.shift()) ?? next();
      if (!task) break;
      thread.tasks.set(task.number, { task, isCompiled: false });
      thread.take(task);
    }
  };
  const next = (): PageTask | undefined => {
    try {
      return ready?.next().value ?? (at < waiting.length ? waiting[at++] : undefined);
    } catch (error) {
      fail(error);
      return undefined;
    }
  };
  /** A thread that is at the same page as it was a page's time ago hangs; what it runs itself sees to loops only. */
  const watch = (thread: Thread): void => {
    let before = -1;
    thread.timer = setInterval(() => {
      const place = thread.place[0] ?? -1;
      if (place !== -1 && place === before) replace(thread, 'timeout');
      before = place;
    }, pageTimeout * 1.5);
  };
  const start = (): void => {
    const place = new SharedArrayBuffer(4);
    const workerData: PageThreadData = { ...data, place };
    // Whoever runs the tool by `node --eval` has options that no file may be run with.
    const worker = new Worker(path.join(packageDir, 'lib/page-worker.js'), { workerData, execArgv: [] });
    const thread: Thread = {
      take: (message) => worker.postMessage(message),
      end: () => worker.terminate(),
      place: new Int32Array(place).fill(-1),
      tasks: new Map(),
    };
    running.add(thread);
    let reason: unknown;
    watch(thread);
    worker.on('message', (message: FromThread) => hear(thread, message));
    worker.on('error', (error) => {
      reason = error;
    });
    worker.on('exit', () => replace(thread, 'end', reason));
    if (known) thread.take({ kind: 'site', known });
    feed(thread);
  };
  /** This thread takes part: what it compiles needs no way, and its code is warm already. */
  const startHere = (): void => {
    const place = new Int32Array(1).fill(-1);
    const { take, stop } = createPageMaker(
      { site, loaded, includeDebug, keep: kept?.place },
      {
        tell: (message) => running.has(thread) && hear(thread, message),
        enter: (number) => {
          place[0] = number;
        },
        renderer: () => renderer,
      },
    );
    const thread: Thread = { take, end: stop, place, tasks: new Map(), isHere: true };
    running.add(thread);
    feed(thread);
  };
  const hear = (thread: Thread, message: FromThread): void => {
    if (message.kind === 'read') {
      tellFact(message.fact);
      return;
    }
    if (message.kind === 'fault') {
      const { path, code, errno } = message;
      const error = Object.assign(new Error(message.message), { code, errno });
      fail(path === undefined ? Object.assign(error, { stack: message.stack }) : new WriteError(path, error));
      return;
    }
    const { number } = message;
    const given = thread.tasks.get(number);
    if (!given) return;
    const { task } = given;
    if (message.kind === 'compiled') {
      setParts(number, message.parts);
      if (message.compiling) asked.set(number, message.compiling);
      given.isCompiled = true;
    } else if (message.kind === 'searched') {
      searched.set(number, { text: message.text, terms: collector.translate(message.terms, thread) });
    } else if (message.kind === 'late') giveUp(number, tellEnd(task.page, 'timeout', undefined, pageTimeout));
    else if (message.kind === 'failed') failed.set(number, Object.assign(new Error(), message.cause));
    else {
      results.set(number, message.files);
      keep(task, message);
      release(task);
    }
    if ('time' in message) onTime?.(task.page.sourcePath, message.time);
    const isOver = message.kind === 'compiled' ? task.kind === 'compile' : message.kind !== 'searched';
    if (isOver) thread.tasks.delete(number);
    feed(thread);
    settle();
  };
  const keep = ({ number, page }: PageTask, { files, record, rendering }: FromThread & { kind: 'made' }): void => {
    const { text, terms } = searched.get(number) ?? {};
    const compiling = asked.get(number);
    const own = parts.get(number);
    if (!own || !record) return;
    const search = text !== undefined && terms ? { text, terms } : undefined;
    entries?.keep(page, { parts: own, compiling, record, rendering, files, search });
  };
  /** Takes a page as it was made before; false when it is to be made. */
  const take = (task: PageTask, contents: PageContents): boolean => {
    const { number, page } = task;
    const placed = entries?.place(page, parts.get(number) as CompiledPage[], contents);
    if (!placed) return false;
    results.set(number, placed.files);
    const { text, terms } = placed.search ?? {};
    if (text !== undefined && terms) searched.set(number, { text, terms: collector.translate(terms, found) });
    release(task);
    return true;
  };
  const setParts = (number: number, compiledParts: CompiledPage[]): void => {
    parts.set(number, compiledParts);
    openFirst.delete(number);
  };
  const giveUp = (number: number, diagnostic: Diagnostic): void => {
    const [main, ...tabs] = withTabs(pages[number] as SourcePage).map(({ sourcePath }) => emptyPage(sourcePath));
    setParts(number, [{ ...(main as CompiledPage), diagnostics: [diagnostic] }, ...tabs]);
    givenUp.set(number, diagnostic);
  };
  /** Another thread takes over. */
  const replace = (thread: Thread, why: 'end' | 'timeout', reason?: unknown): void => {
    if (!running.delete(thread)) return;
    clearInterval(thread.timer);
    ending.push(thread.end());
    const number = thread.place[0] as number;
    const culprit = pages[number];
    if (!culprit) {
      // What an author wrote may throw where nobody waits for it.
      const text = reason instanceof Error ? reason.message : 'A thread that makes pages has ended';
      fail(new StrayError(text, { cause: reason }));
      return;
    }
    const count = (ends.get(number) ?? 0) + 1;
    ends.set(number, count);
    const isGivenUp = why === 'timeout' || count > 1;
    if (isGivenUp) giveUp(number, tellEnd(culprit, why, reason, pageTimeout));
    for (const [own, { task }] of thread.tasks) if (own !== number || !isGivenUp) again.push(task);
    start();
    settle();
  };

  /** Each is put together when a thread is free for it. */
  function* prepareTasks(open: PageTask[], contentsOf: ContentsOf): Generator<PageTask, undefined> {
    for (const task of open) {
      const { number, page } = task;
      const { parts: own, contents } = contentsOf(page);
      const isAsCompiled = own.every((part, index) => part === parts.get(number)?.[index]);
      if (found.has(number) && !isAsCompiled) throw new Error(`${page.sourcePath} was changed after it was compiled`);
      parts.set(number, own);
      if (take(task, contents)) continue;
      yield found.has(number)
        ? { kind: 'whole', number, page, contents }
        : { kind: 'make', number, page, parts: own, contents };
    }
  }

  signal.addEventListener('abort', abort);
  const startOthers = (): void => {
    const others = threads(waiting.length - at) - 1;
    for (let count = [...running].filter(({ isHere }) => !isHere).length; count < others; count++) start();
  };
  startOthers();
  startHere();
  settle();
  return {
    first: compiledFirst.promise.then(() => first.flatMap(({ number }) => parts.get(number) ?? [])),
    compiled: compiled.promise.then(() => pages.flatMap((_, number) => parts.get(number) ?? [])),
    closed: async () => void (await Promise.all(ending)),
    prepare(given, loadedRenderer) {
      known = given;
      renderer = loadedRenderer;
      entries?.prepare({ ...given.facts, site }, loadedRenderer);
      const plain = tasks.filter(({ kind, number }) => kind === 'whole' && found.has(number));
      for (const task of plain) if (!take(task, NO_CONTENTS)) waiting.push(task);
      for (const thread of running) thread.take({ kind: 'site', known });
      startOthers();
      for (const thread of running) feed(thread);
      settle();
    },
    async make(contentsOf) {
      const open = toMake.filter(({ kind, number }) => kind === 'compile' && !givenUp.has(number));
      ready = prepareTasks(open, contentsOf);
      for (const thread of running) feed(thread);
      settle();
      await made.promise;
      return {
        files: new Map(pages.flatMap((_, number) => results.get(number) ?? [])),
        search: new Map([...searched].map(([number, found]) => [(pages[number] as SourcePage).sourcePath, found])),
        collector,
        failed: new Map([...failed].map(([number, cause]) => [pages[number] as SourcePage, cause])),
        diagnostics: [...givenUp.values()],
      };
    },
  };
}

/** A page that stands in the folder is not read again: its texts are most of what a large site holds in memory. */
function release(task: PageTask): void {
  for (const file of withTabs(task.page)) Object.assign(file, { source: '', frontmatterLocations: {} });
  if (task.kind !== 'make') return;
  for (const part of task.parts) Object.assign(part, { content: [], statics: {}, texts: [], toc: [] });
}

/** A promise that is settled from outside. */
function deferred(): { promise: Promise<void>; resolve: () => void; reject: (reason: unknown) => void } {
  let settle: { resolve: () => void; reject: (reason: unknown) => void } | undefined;
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // Awaited by whoever asks.
  promise.catch(() => undefined);
  return { promise, ...(settle as NonNullable<typeof settle>) };
}

function tellEnd(page: SourcePage, why: 'end' | 'timeout', reason: unknown, pageTimeout: number): Diagnostic {
  const { sourcePath } = page;
  const location = { file: sourcePath, line: 1, column: 1 };
  const { code, text, notes }: Pick<Diagnostic, 'code' | 'text' | 'notes'> =
    why === 'timeout'
      ? tookTooLong(pageTimeout)
      : {
          code: 'CD337',
          text: `The page ends the thread that makes it: ${reason instanceof Error ? reason.message : 'it exits'}`,
          notes: ['A component of the theme may do so, or a page that needs all memory.'],
        };
  return { severity: 'error', code, text, location, notes };
}
