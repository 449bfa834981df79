import { setTimeout as delay } from 'node:timers/promises';
import { hasCode } from './error-code.ts';

/** Number of concurrent file operations: enough to keep the disk busy, and few enough for `ulimit -n 64`. */
const OF_FILES = 16;
const ATTEMPTS = 8;

/** Stops at the first failure or when `signal` aborts. Does not reject while a task is still running. */
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

/** Runs a task, and repeats it after a delay if the process or the system has too many open files. */
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
