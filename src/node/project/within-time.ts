import vm from 'node:vm';
import { disk, saveObservers } from '../store/observe-reads.ts';

const TASK = Symbol.for('cascader-docs.task');
const global = globalThis as { [TASK]?: (() => unknown) | undefined };
const runTask = new vm.Script(`globalThis[Symbol.for('${TASK.description}')]()`);

/** Limit by the clock of something that may use so many milliseconds of the processor: on a busy machine that takes longer. */
export function clockLimitOf(milliseconds: number): number {
  // What timers can count.
  return Math.min(milliseconds * 6, 2 ** 31 - 1);
}

/** A task took longer than it may. */
export class TimeoutError extends Error {
  constructor(milliseconds: number) {
    super(`it takes longer than ${milliseconds / 1000} s`);
    this.name = 'TimeoutError';
  }
}

/** Share of its time that a task has used when it had as much of the processor as a thread gets on a machine that is not busy. */
const ENOUGH = 0.8;

/**
 * Runs a task that may hang: a loop, or a pattern that tries too much, in the author's code or on the author's text. It is
 * stopped wherever it is, without its `finally` blocks: observers of reads that it started are removed here. The task must not
 * run an async function of the tool, whose promise might never settle. Costs 0.1 to 0.5 ms, so many short tasks share one. Does
 * not see what the task leaves for later.
 *
 * On a busy machine a task gets less of the processor than the clock says. A task that is stopped with less than its time of the
 * processor runs again from its beginning, with more time by the clock, up to six times as much.
 *
 * @param milliseconds how long it may take
 * @param task may run several times
 * @throws a TimeoutError, or what the task throws
 */
export function withinTime<Result>(milliseconds: number, task: () => Result): Result {
  // Within another task its time holds: a watch is dear.
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

/** Runs a task that may hang once, as {@link withinTime} does; the clock alone counts. */
export function withinClock<Result>(milliseconds: number, task: () => Result): Result {
  if (global[TASK]) return task();
  global[TASK] = task;
  const restoreObservers = saveObservers();
  try {
    return runTask.runInThisContext({ timeout: Math.ceil(milliseconds) }) as Result;
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    restoreObservers();
    throw new TimeoutError(milliseconds);
  } finally {
    global[TASK] = undefined;
  }
}

/** Milliseconds of the processor that this thread has used; where neither Node nor the system tells, those of the process. */
function processorTime(): number {
  // Since Node 22.19.
  const { threadCpuUsage = process.cpuUsage } = process as { threadCpuUsage?: () => NodeJS.CpuUsage };
  if (threadCpuUsage === process.cpuUsage && process.platform === 'linux') {
    try {
      const nanoseconds = Number.parseInt(disk.readFile('/proc/thread-self/schedstat', 'utf8').toString(), 10);
      if (nanoseconds > 0) return nanoseconds / 1e6;
    } catch {
      // A kernel that does not count it has no such file, or zeros in it.
    }
  }
  const { user, system } = threadCpuUsage();
  return (user + system) / 1000;
}
