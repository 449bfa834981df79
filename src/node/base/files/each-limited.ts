import { setTimeout as delay } from 'node:timers/promises';
import { hasCode } from '../errors.ts';

/** Number of concurrent file operations: enough to keep the disk busy, but few enough for `ulimit -n 64`. */
const OF_FILES = 16;
const ATTEMPTS = 8;

/** Runs a task for each item. Stops at the first failure or when `signal` aborts. Never rejects while a task is still running. */
export async function eachLimited<Item>(
  items: Iterable<Item>,
  task: (item: Item) => Promise<void>,
  { limit = OF_FILES, signal }: { limit?: number; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (let next = iterator.next(); !next.done && !failed; next = iterator.next()) {
      try {
        signal?.throwIfAborted();
        await withOpenFiles(() => task(next.value));
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: limit }, worker));
  const rejected = results.find((result) => result.status === 'rejected');
  if (rejected) throw rejected.reason;
}

/** Runs a task, and retries it after a delay if the process or the system has too many open files. */
async function withOpenFiles(task: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task();
    } catch (error) {
      if (attempt === ATTEMPTS || !hasCode(error, 'EMFILE', 'ENFILE')) throw error;
      await delay(10 * 2 ** attempt);
    }
  }
}

/** Runs a task as soon as the limit permits. */
type Limit = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Creates a {@link Limit} that runs at most `count` tasks at a time, in the order of the calls. */
export function createLimit(count: number, signal?: AbortSignal): Limit {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (task) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      signal?.throwIfAborted();
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}

/**
 * Creates a limit for exclusive tasks: each waits for the tasks that `limit` has already queued, and runs only while
 * `limit` runs no other task. `count` is the number of tasks that `limit` runs at a time.
 */
export function createExclusion(limit: Limit, count: number): Limit {
  const oneByOne = createLimit(1);
  return (task) => oneByOne(() => occupy(limit, count, task));
}

function occupy<Result>(limit: Limit, count: number, task: () => Promise<Result>): Promise<Result> {
  return count === 0 ? task() : limit(() => occupy(limit, count - 1, task));
}
