import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageDir } from '../../base/package-dir.ts';
import type { PageTexts } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import { clockLimitOf } from '../../project/within-time.ts';
import type { PageRenderer } from '../../render/server-module.ts';
import { createPageMaker } from './page-maker.ts';
import type { PageMessage } from './page-outcomes.ts';
import type {
  FromThread,
  PageMakerData,
  PageTask,
  PageThreadData,
  PageWorkerData,
  ToThread,
  ToWorker,
} from './protocol.ts';

/** Number of tasks that a worker holds at a time, so that the worker does not wait for messages. */
const AHEAD = 12;

/**
 * Number of checks that may find a worker at the same page while the machine is busy. A task that was stopped by the clock runs
 * again, with more time.
 */
const MOST_LOOKS = 10;

/** The main thread or a worker, with its tasks. */
export interface Thread {
  /** `main`, or `page worker` with a number. */
  name: string;
  take: (message: ToThread) => void;
  /** Ends the worker. Resolves when the worker has stopped writing. */
  end: () => Promise<unknown>;
  /** Number of its current page, or -1. */
  place: Int32Array;
  /** Tasks that are not complete, by the number of the page. */
  tasks: Map<number, GivenTask>;
  isHere?: boolean;
  timer?: NodeJS.Timeout;
}

/** A task of a worker. */
export interface GivenTask {
  task: PageTask;
  isCompiled: boolean;
}

/** A worker that has ended. */
export interface LostThread {
  /** Number of its last page, or -1. */
  number: number;
  /** Tasks that it has not completed. */
  tasks: PageTask[];
  why: 'end' | 'timeout';
  /** The error that was thrown in it. */
  reason?: unknown;
}

export interface ThreadOptions {
  /** Returns the data with which workers are started. */
  data: () => PageThreadData;
  /** Page text that workers get with their pages. */
  texts: PageTexts;
  /** Time limit for a page, in milliseconds. */
  pageTimeout: number;
  /** Returns the next task. */
  next: (isHere: boolean) => PageTask | undefined;
  /** Called with a message from a worker. `thread` lists the tasks that are not complete. */
  hear: (thread: Thread, message: FromThread) => void;
  /** Called for a worker that has ended unexpectedly or timed out. */
  lose: (lost: LostThread) => void;
}

/** The running workers and the main thread. */
export interface PageThreads {
  /** Starts workers until there are that many, not counting the main thread. */
  startOthers: (count: number) => void;
  /**
   * Lets the main thread build pages too. Its results need not be sent, and its code is already warm.
   *
   * @param data site data, including the functions and page text that workers do not get
   */
  startHere: (data: PageMakerData, renderer: () => PageRenderer | undefined) => void;
  /** Starts a worker that replaces a lost worker. */
  startAnother: () => void;
  /** Gives tasks to a worker until the worker has enough or no tasks are left. Default: all workers. */
  feed: (thread?: Thread) => void;
  /** Sends the inputs that all pages share to all workers, now and when a worker is started. */
  prepare: (message: ToThread & { kind: 'site' }) => void;
  /** Ends all workers. */
  close: () => void;
  /** Waits until the ended workers have stopped writing. */
  closed: () => Promise<void>;
}

/** Creates the set of workers. It is empty at first. */
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
  const start = (): void => {
    if (isClosed) return;
    const { thread, worker } = startWorker(`page worker ${++started}`, data(), texts);
    running.add(thread);
    let reason: unknown;
    thread.timer = watchPlace(thread.place, {
      pageTimeout,
      countThreads: () => running.size,
      onTimeout: () => drop(thread, 'timeout'),
    });
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
      // Messages from a worker may be handled after all workers have ended.
      const others = [...running].filter(({ isHere }) => !isHere).length;
      for (let there = others; there < count; there++) start();
    },
    startHere(own, renderer) {
      if (isClosed) return;
      const place = new Int32Array(1).fill(-1);
      const { take, stop } = createPageMaker(own, {
        send: (message) => running.has(thread) && hear(thread, message),
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

/** Removes the task of a message if the message completes it. */
export function noteProgress(thread: Thread, { kind, number }: PageMessage): void {
  const given = thread.tasks.get(number);
  if (given && kind === 'compiled') given.isCompiled = true;
  const isOver = kind === 'compiled' ? given?.task.kind === 'compile' : kind !== 'searched';
  if (isOver) thread.tasks.delete(number);
}

/** Starts a worker. It has no tasks yet. */
function startWorker(name: string, data: PageThreadData, texts: PageTexts): { thread: Thread; worker: Worker } {
  const place = new SharedArrayBuffer(4);
  const workerData: PageWorkerData = { ...data, place };
  // `node --eval` sets options with which no worker file can run.
  const worker = new Worker(path.join(packageDir, 'lib/page-worker.js'), { workerData, execArgv: [] });
  const thread: Thread = {
    name,
    take: (message) => worker.postMessage(withTexts(message, texts)),
    end: () => worker.terminate(),
    place: new Int32Array(place).fill(-1),
    tasks: new Map(),
  };
  return { thread, worker };
}

function withTexts(message: ToThread, texts: PageTexts): ToWorker {
  return message.kind === 'site' ? message : { ...message, texts: withTabs(message.page).map(texts.of) };
}

/**
 * Calls `onTimeout` if a worker is at the same page for longer than the page's time limit. The worker itself can stop only loops.
 * Checks while the machine is too busy for the workers do not count, up to {@link MOST_LOOKS}.
 *
 * @param place number of the worker's current page, or -1
 */
function watchPlace(
  place: Int32Array,
  { pageTimeout, countThreads, onTimeout }: { pageTimeout: number; countThreads: () => number; onTimeout: () => void },
): NodeJS.Timeout {
  const period = Math.min(pageTimeout * 1.5, clockLimitOf(pageTimeout));
  let before = -1;
  let looks = 0;
  let used = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(used);
    const isBusy = (user + system) / 1000 < pageTimeout * countThreads();
    used = process.cpuUsage();
    const index = place[0] ?? -1;
    looks = index !== -1 && index === before ? looks + 1 : 0;
    before = index;
    if (looks > (isBusy ? MOST_LOOKS : 0)) onTimeout();
  }, period);
}
