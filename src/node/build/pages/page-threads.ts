import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageDir } from '../../base/package-dir.ts';
import type { PageTexts } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import { clockLimitOf } from '../../project/within-time.ts';
import type { PageRenderer } from '../../render/server-module.ts';
import { createPageMaker } from './page-maker.ts';
import type {
  FromThread,
  PageMakerData,
  PageTask,
  PageThreadData,
  PageWorkerData,
  ToThread,
  ToWorker,
} from './protocol.ts';

/** Pages that a thread has at a time: enough that it need not wait for an answer. */
const AHEAD = 12;

/** Looks at a thread that may find it at the same page: one that is stopped by the clock runs again, with more time. */
const MOST_LOOKS = 10;

/** A thread with the pages that it has been given. */
export interface Thread {
  /** `main`, or `page worker` with a number. */
  name: string;
  take: (message: ToThread) => void;
  /** Resolves once it writes no more. */
  end: () => Promise<unknown>;
  /** Number of the page that it is at, or -1. */
  place: Int32Array;
  /** Tasks of which it has not told all, by the number of the page. */
  tasks: Map<number, GivenTask>;
  isHere?: boolean;
  timer?: NodeJS.Timeout;
}

/** What a thread has to do. */
export interface GivenTask {
  task: PageTask;
  isCompiled: boolean;
}

/** A thread that is no more. */
export interface LostThread {
  /** Number of the page that it was at, or -1. */
  number: number;
  /** What it had not done. */
  tasks: PageTask[];
  why: 'end' | 'timeout';
  /** What was thrown in it. */
  reason?: unknown;
}

export interface ThreadOptions {
  /** What other threads are started with. */
  data: () => PageThreadData;
  /** Texts that other threads get with their pages. */
  texts: PageTexts;
  /** Milliseconds that a page may take. */
  pageTimeout: number;
  /** What a thread does next. */
  next: (isHere: boolean) => PageTask | undefined;
  /** Told what a thread tells; what it is in the middle of can be asked of `thread`. */
  hear: (thread: Thread, message: FromThread) => void;
  /** Told of a thread that has ended by itself or hangs. */
  lose: (lost: LostThread) => void;
}

/** Threads that work, this one among them. */
export interface PageThreads {
  /** Starts as many beside this one that there are so many. */
  startOthers: (count: number) => void;
  /**
   * Lets this thread take part: what it compiles needs no way, and its code is warm already.
   *
   * @param data as it is, with functions and texts
   */
  startHere: (data: PageMakerData, renderer: () => PageRenderer | undefined) => void;
  /** Starts one in the place of one that was lost. */
  startAnother: () => void;
  /** Gives a thread pages, as long as there are some; all threads unless told. */
  feed: (thread?: Thread) => void;
  /** Tells all threads, and those that are started later, what pages are made with. */
  prepare: (message: ToThread & { kind: 'site' }) => void;
  /** Ends them all. */
  close: () => void;
  /** Waits until those that were ended write no more. */
  closed: () => Promise<void>;
}

/** Starts none yet. */
export function createPageThreads({ data, texts, pageTimeout, next, hear, lose }: ThreadOptions): PageThreads {
  const running = new Set<Thread>();
  const ending: Promise<unknown>[] = [];
  let known: (ToThread & { kind: 'site' }) | undefined;
  let isClosed = false;
  let started = 0;

  const feed = (thread: Thread): void => {
    const isBusy = ({ task, isCompiled }: GivenTask): boolean =>
      !isCompiled || (known !== undefined && task.kind === 'whole');
    while ([...thread.tasks.values()].filter(isBusy).length < AHEAD) {
      const task = next(thread.isHere === true);
      if (!task) break;
      thread.tasks.set(task.number, { task, isCompiled: false });
      thread.take(task);
    }
  };
  const end = (thread: Thread): void => {
    clearInterval(thread.timer);
    ending.push(thread.end());
  };
  const drop = (thread: Thread, why: LostThread['why'], reason?: unknown): void => {
    if (!running.delete(thread)) return;
    end(thread);
    lose({ number: thread.place[0] as number, tasks: [...thread.tasks.values()].map(({ task }) => task), why, reason });
  };
  /**
   * Drops a thread that is at the same page for longer than the page may take: the thread itself stops loops only. Looks where
   * the machine is too busy for the threads do not count, up to {@link MOST_LOOKS}.
   */
  const watch = (thread: Thread): void => {
    const period = Math.min(pageTimeout * 1.5, clockLimitOf(pageTimeout));
    let before = -1;
    let looks = 0;
    let used = process.cpuUsage();
    thread.timer = setInterval(() => {
      const { user, system } = process.cpuUsage(used);
      const isBusy = (user + system) / 1000 < pageTimeout * running.size;
      used = process.cpuUsage();
      const place = thread.place[0] ?? -1;
      looks = place !== -1 && place === before ? looks + 1 : 0;
      before = place;
      if (looks > (isBusy ? MOST_LOOKS : 0)) drop(thread, 'timeout');
    }, period);
  };
  const start = (): void => {
    const place = new SharedArrayBuffer(4);
    const workerData: PageWorkerData = { ...data(), place };
    // Whoever runs the tool by `node --eval` has options that no file may be run with.
    const worker = new Worker(path.join(packageDir, 'lib/page-worker.js'), { workerData, execArgv: [] });
    const thread: Thread = {
      name: `page worker ${++started}`,
      take: (message) => worker.postMessage(withTexts(message, texts)),
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
    worker.on('exit', () => drop(thread, 'end', reason));
    if (known) thread.take(known);
    feed(thread);
  };
  return {
    startOthers(count) {
      // What a thread has told may be heard when all have ended.
      const others = [...running].filter(({ isHere }) => !isHere).length;
      for (let there = others; there < count && !isClosed; there++) start();
    },
    startHere(own, renderer) {
      const place = new Int32Array(1).fill(-1);
      const { take, stop } = createPageMaker(own, {
        tell: (message) => running.has(thread) && hear(thread, message),
        enter: (number) => {
          place[0] = number;
        },
        renderer,
      });
      const thread: Thread = { name: 'main', take, end: stop, place, tasks: new Map(), isHere: true };
      running.add(thread);
      feed(thread);
    },
    startAnother: start,
    feed(thread) {
      for (const each of thread ? [thread] : running) feed(each);
    },
    prepare(message) {
      known = message;
      for (const thread of running) thread.take(message);
    },
    close() {
      isClosed = true;
      for (const thread of running) end(thread);
      running.clear();
    },
    closed: async () => void (await Promise.all(ending)),
  };
}

function withTexts(message: ToThread, texts: PageTexts): ToWorker {
  return message.kind === 'site' ? message : { ...message, texts: withTabs(message.page).map(texts.of) };
}
