import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { packageDir } from '../base/package-dir.ts';

const TASK = Symbol.for('cascader-docs.task');
const global = globalThis as { [TASK]?: (() => unknown) | undefined };
const runTask = new vm.Script(`globalThis[Symbol.for('${TASK.description}')]()`);

/** Returns the limit of elapsed time for a task with a limit of processor time: longer, because a busy machine shares its processors. */
export function clockLimitOf(milliseconds: number): number {
  // Maximum delay of a timer.
  return Math.min(milliseconds * 6, 2 ** 31 - 1);
}

/** Thrown when a task exceeds its time limit. */
export class TimeoutError extends Error {
  constructor(milliseconds: number) {
    super(`it takes longer than ${milliseconds / 1000} s`);
    this.name = 'TimeoutError';
  }
}

/** Share of the elapsed time that a task gets as processor time on an idle machine. */
const ENOUGH = 0.8;

/**
 * A task that hangs is stopped at any point, without its `finally` blocks, so it must not run an async function of this
 * package. Deferred work is not limited. A task that is stopped before it has used its processor time runs again with
 * up to six times the limit. A call costs 0.1 to 0.5 ms. Throws a TimeoutError.
 */
export function withinTime<Result>(milliseconds: number, task: () => Result): Result {
  // Within another task, the limit of that task applies, because a second timeout would be expensive.
  if (global[TASK]) return task();
  const most = clockLimitOf(milliseconds);
  for (let limit = milliseconds; ; limit = Math.min(2 * limit, most)) {
    const before = processorTime();
    try {
      return withinClock(limit, task);
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      const used = processorTime() - before;
      if (limit >= most || used >= ENOUGH * milliseconds) throw new TimeoutError(milliseconds);
    }
  }
}

/** Like {@link withinTime}, but runs the task only once and limits only the elapsed time. */
export function withinClock<Result>(milliseconds: number, task: () => Result): Result {
  if (global[TASK]) return task();
  global[TASK] = task;
  try {
    return runTask.runInThisContext({ timeout: Math.ceil(milliseconds) }) as Result;
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TimeoutError(milliseconds);
  } finally {
    global[TASK] = undefined;
  }
}

/**
 * Waits for author code. After `milliseconds`, stops the code if it loops, and rejects with a {@link TimeoutError}.
 * `mayEnd`: the process may exit before that, if it waits only for the time limit.
 */
export async function inTime<Result>(
  promise: Result | PromiseLike<Result>,
  milliseconds: number,
  { mayEnd = false } = {},
): Promise<Result> {
  loops.port ??= startLoopWorker();
  const { port } = loops;
  const id = ++loops.lastTask;
  port.postMessage({ id, milliseconds } satisfies LoopTask);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new TimeoutError(milliseconds);
      const stopped = receiveMessageOnPort(port)?.message as LoopReport | undefined;
      if (stopped?.id === id) error.stack = `${error}\n${stopped.stack}`;
      reject(error);
    }, milliseconds);
    if (mayEnd) timer.unref();
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    port.postMessage({ id } satisfies LoopTask);
  }
}

/** Start of a task with its time limit, or its end. */
export interface LoopTask {
  id: number;
  milliseconds?: number;
}

/** A stopped task, and its stack when it was stopped. */
export interface LoopReport {
  id: number;
  stack: string;
}

const loops: { port?: MessagePort; lastTask: number } = { lastTask: 0 };

/** One worker watches all tasks of the process, and starts with the first. */
function startLoopWorker(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const file = path.join(packageDir, 'lib/loop-worker.js');
  new Worker(file, { workerData: port2, transferList: [port2], execArgv: [] }).unref();
  port1.unref();
  return port1;
}

/** Returns the processor time of this worker, or of the whole process if Node cannot measure that of a worker. */
function processorTime(): number {
  // Available since Node.js 22.19.
  const { threadCpuUsage = process.cpuUsage } = process as { threadCpuUsage?: () => NodeJS.CpuUsage };
  if (threadCpuUsage === process.cpuUsage && process.platform === 'linux') {
    try {
      const nanoseconds = Number.parseInt(fs.readFileSync('/proc/thread-self/schedstat', 'utf8'), 10);
      if (nanoseconds > 0) return nanoseconds / 1e6;
    } catch {
      // A kernel without these statistics has no such file, or a file with zeros.
    }
  }
  const { user, system } = threadCpuUsage();
  return (user + system) / 1000;
}
