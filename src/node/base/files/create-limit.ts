/** Runs a task as soon as the limit permits. */
export type Limit = <Result>(task: () => Promise<Result>) => Promise<Result>;

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
 * Creates a {@link Limit} whose tasks run while no task of `limit` is running. They start after the tasks that are waiting.
 *
 * @param count number of tasks that `limit` runs at a time
 */
export function createExclusion(limit: Limit, count: number): Limit {
  const oneByOne = createLimit(1);
  return (task) => oneByOne(() => occupy(limit, count, task));
}

/** Runs a task inside of `count` tasks of a limit. */
function occupy<Result>(limit: Limit, count: number, task: () => Promise<Result>): Promise<Result> {
  return count === 0 ? task() : limit(() => occupy(limit, count - 1, task));
}
