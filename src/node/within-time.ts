import vm from 'node:vm';
import { saveObservers } from './cache/observe-reads.ts';

const TASK = Symbol.for('cascader-docs.task');
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

/**
 * Runs a task that may hang: a loop, or a pattern that tries too much, in the author's code or on the author's text. It is
 * stopped wherever it is, without its `finally` blocks: observers of reads that it started are removed here. The task must not
 * run an async function of the tool, whose promise might never settle. Costs 0.1 to 0.5 ms, so many short tasks share one. Does
 * not see what the task leaves for later.
 *
 * @param milliseconds how long it may take
 * @throws a TimeoutError, or what the task throws
 */
export function withinTime<Result>(milliseconds: number, task: () => Result): Result {
  const global = globalThis as { [TASK]?: () => unknown };
  // Within another task its time holds: a watch is dear.
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
