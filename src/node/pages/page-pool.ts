/** Pages that are compiled, rendered and written by threads. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { emptyPage, tookTooLong } from '../compile/compile-page.ts';
import type { CompiledPage } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { LoadedSite, SourcePage } from '../load/types.ts';
import { packageDir } from '../package-dir.ts';
import type { PageRenderer } from '../prerender/server-module.ts';
import type { SearchPage } from '../search/create-search-index.ts';
import { createTermCollector, type TermCollector } from '../search/term-scanner.ts';
import { WriteError } from '../write/write-error.ts';
import { createPageMaker } from './page-maker.ts';
import type { FromThread, NumberedPage, PageFacts, PageMakerData, PageThreadData, ToThread } from './protocol.ts';

export interface PoolOptions {
  includeDebug: boolean;
  /** Number of threads, this one among them. */
  threads: number;
  /** Told how many milliseconds a page took, by its source path. */
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
  /** Source paths of pages that could not be rendered: whoever tries again is told why. */
  failed: Set<string>;
  /** Pages that nobody should try again. */
  diagnostics: Diagnostic[];
}

/** Threads that make pages. */
export interface PagePool {
  /** All pages and their tabs once they are compiled, without what only making them needs. */
  compiled: Promise<CompiledPage[]>;
  /** Says what pages are made with. Until then they are only compiled. */
  make(facts: PageFacts, renderer: PageRenderer): Promise<MadePages>;
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
  /** Pages of which it has not told all, by number. */
  pages: Map<number, { page: SourcePage; isCompiled: boolean }>;
  hasFacts: boolean;
  isHere?: boolean;
  timer?: NodeJS.Timeout;
}

/**
 * Starts threads that compile pages, beside this one. A thread that ends, or does not come to an end with a page in time, is replaced: its
 * pages are made again by another one, and the page that it was at is told when it happens twice.
 * The texts of pages that are made are let go.
 *
 * @param pages pages without demos or code of their own
 */
export function startPages(
  site: Site,
  loaded: LoadedSite,
  pages: SourcePage[],
  { includeDebug, threads, onTime, signal }: PoolOptions,
): PagePool {
  const { pageTimeout } = site.config;
  const data: PageMakerData = { site: withoutFunctions(site), loaded: withoutTexts(loaded), includeDebug };
  const waiting: NumberedPage[] = pages.map((page, number) => ({ number, page }));
  let next = 0;
  const again: NumberedPage[] = [];
  const parts = new Map<number, CompiledPage[]>();
  const ends = new Map<number, number>();
  const collector = createTermCollector();
  const results = new Map<number, [path: string, bytes: number][]>();
  const searched = new Map<number, SearchPage>();
  const failed = new Set<number>();
  const givenUp = new Map<number, Diagnostic>();
  const running = new Set<Thread>();
  const ending: Promise<unknown>[] = [];
  const compiled = deferred();
  const made = deferred();
  let facts: PageFacts | undefined;
  let renderer: PageRenderer | undefined;

  // Awaited by whoever asks.
  compiled.promise.catch(() => undefined);
  made.promise.catch(() => undefined);
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
    compiled.reject(error);
    made.reject(error);
  };
  const abort = (): void => fail(signal.reason);
  const settle = (): void => {
    if (parts.size === pages.length) compiled.resolve();
    if (results.size + failed.size + givenUp.size < pages.length) return;
    close();
    made.resolve();
  };

  /** Gives a thread pages, as long as there are some, and watches over it. */
  const feed = (thread: Thread): void => {
    const busy = (): number => [...thread.pages.values()].filter(({ isCompiled }) => !isCompiled || facts).length;
    while (busy() < AHEAD) {
      // What has ended a thread may end this process.
      const job = (thread.isHere ? undefined : again.shift()) ?? waiting[next++];
      if (!job) break;
      thread.pages.set(job.number, { page: job.page, isCompiled: false });
      thread.take({ kind: 'page', job });
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
    const worker = new Worker(path.join(packageDir, 'lib/page-worker.js'), { workerData });
    const thread: Thread = {
      take: (message) => worker.postMessage(message),
      end: () => worker.terminate(),
      place: new Int32Array(place).fill(-1),
      pages: new Map(),
      hasFacts: false,
    };
    running.add(thread);
    let reason: unknown;
    watch(thread);
    worker.on('message', (message: FromThread) => hear(thread, message));
    worker.on('error', (error) => {
      reason = error;
    });
    worker.on('exit', () => replace(thread, 'end', reason));
    tellFacts(thread);
    feed(thread);
  };
  /** This thread takes part: what it compiles needs no way, and its code is warm already. */
  const startHere = (): void => {
    const place = new Int32Array(1).fill(-1);
    const { take, stop } = createPageMaker(
      { site, loaded, includeDebug },
      {
        tell: (message) => running.has(thread) && hear(thread, message),
        enter: (number) => {
          place[0] = number;
        },
        renderer: () => renderer,
      },
    );
    const thread: Thread = { take, end: stop, place, pages: new Map(), hasFacts: false, isHere: true };
    running.add(thread);
    feed(thread);
  };
  const tellFacts = (thread: Thread): void => {
    if (!facts || thread.hasFacts) return;
    thread.hasFacts = true;
    thread.take({ kind: 'facts', facts });
  };
  const hear = (thread: Thread, message: FromThread): void => {
    if (message.kind === 'fault') {
      const { path, code, errno } = message;
      const error = Object.assign(new Error(message.message), { code, errno });
      fail(path === undefined ? Object.assign(error, { stack: message.stack }) : new WriteError(path, error));
      return;
    }
    const { number } = message;
    const known = thread.pages.get(number);
    if (!known) return;
    if (message.kind === 'late') {
      thread.pages.delete(number);
      giveUp(number, tellEnd(known.page, 'timeout', undefined, pageTimeout));
    } else if (message.kind === 'compiled') {
      parts.set(number, message.parts);
      known.isCompiled = true;
    } else if (message.kind === 'searched') {
      searched.set(number, { text: message.text, terms: collector.translate(message.terms, thread) });
    } else {
      thread.pages.delete(number);
      if (message.kind === 'failed') failed.add(number);
      else {
        results.set(number, message.files);
        onTime?.(known.page.sourcePath, message.time);
        release(known.page);
      }
    }
    feed(thread);
    settle();
  };
  const giveUp = (number: number, diagnostic: Diagnostic): void => {
    parts.set(number, [{ ...emptyPage((pages[number] as SourcePage).sourcePath), diagnostics: [diagnostic] }]);
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
      fail(reason ?? new Error('A thread that makes pages has ended'));
      return;
    }
    const count = (ends.get(number) ?? 0) + 1;
    ends.set(number, count);
    const isGivenUp = why === 'timeout' || count > 1;
    if (isGivenUp) {
      giveUp(number, tellEnd(culprit, why, reason, pageTimeout));
    }
    for (const [own, { page }] of thread.pages) if (own !== number || !isGivenUp) again.push({ number: own, page });
    start();
    settle();
  };

  signal.addEventListener('abort', abort);
  for (let count = 1; count < Math.min(threads, pages.length); count++) start();
  startHere();
  return {
    closed: async () => void (await Promise.all(ending)),
    compiled: compiled.promise.then(() => pages.flatMap((_, number) => parts.get(number) ?? [])),
    async make(given, loadedRenderer) {
      facts = given;
      renderer = loadedRenderer;
      for (const thread of running) {
        tellFacts(thread);
        feed(thread);
      }
      settle();
      await made.promise;
      return {
        files: new Map(pages.flatMap((_, number) => results.get(number) ?? [])),
        search: new Map([...searched].map(([number, known]) => [(pages[number] as SourcePage).sourcePath, known])),
        collector,
        failed: new Set([...failed].map((number) => (pages[number] as SourcePage).sourcePath)),
        diagnostics: [...givenUp.values()],
      };
    },
  };
}

/** A page that stands in the folder is not read again: the texts of a large site are most of what it holds in memory. */
function release(page: SourcePage): void {
  for (const part of [page, ...page.tabs.map((tab) => tab.page)])
    Object.assign(part, { source: '', frontmatterLocations: {} });
}

/** A promise that is settled from outside. */
function deferred(): { promise: Promise<void>; resolve: () => void; reject: (reason: unknown) => void } {
  let settle: { resolve: () => void; reject: (reason: unknown) => void } | undefined;
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...(settle as NonNullable<typeof settle>) };
}

function tellEnd(page: SourcePage, why: 'end' | 'timeout', reason: unknown, pageTimeout: number): Diagnostic {
  const { sourcePath } = page;
  const location = { file: sourcePath, line: 1, column: 1 };
  const { code, text, notes } =
    why === 'timeout'
      ? tookTooLong(pageTimeout)
      : {
          code: 'CD337',
          text: `The page ends the thread that makes it: ${reason instanceof Error ? reason.message : 'it exits'}`,
          notes: ['A component of the theme may do so, or a page that needs all memory.'],
        };
  return { severity: 'error', code, text, location, notes };
}

/** What can be given to a thread: plugins of bundler and PostCSS are functions, and no matter of pages. */
function withoutFunctions(site: Site): Site {
  const esbuild = { ...site.config.esbuild, plugins: [] };
  return { ...site, config: { ...site.config, esbuild, postcss: undefined } };
}

/** The pages as others see them: each comes with its own text when its turn comes. */
function withoutTexts(loaded: LoadedSite): LoadedSite {
  const withoutText = (page: SourcePage): SourcePage => ({
    ...page,
    source: '',
    frontmatterLocations: {},
    tabs: page.tabs.map((tab) => ({ ...tab, page: withoutText(tab.page) })),
  });
  return { ...loaded, pages: loaded.pages.map(withoutText) };
}
