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
 * Tasks run while no task of `limit` is running, after those that are waiting. `count`: tasks that `limit` runs at a
 * time.
 */
export function createExclusion(limit: Limit, count: number): Limit {
  const oneByOne = createLimit(1);
  return (task) => oneByOne(() => occupy(limit, count, task));
}

function occupy<Result>(limit: Limit, count: number, task: () => Promise<Result>): Promise<Result> {
  return count === 0 ? task() : limit(() => occupy(limit, count - 1, task));
}
