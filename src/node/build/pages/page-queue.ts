import type { PageTask } from './protocol.ts';

/** Tasks that no worker has started. */
export interface PageQueue {
  /**
   * Takes the next task, if there is one.
   *
   * @param isHere true for the main thread, which gets no page that has ended a worker
   */
  next: (isHere: boolean) => PageTask | undefined;
  /** Adds a task at the end. */
  add: (task: PageTask) => void;
  /** Adds a task at the beginning of the queue, because its worker has ended. */
  addAgain: (task: PageTask) => void;
  /**
   * Adds tasks before all waiting tasks. Each is prepared only when a worker takes it.
   *
   * @param prepare returns undefined for a page that was restored from the cache
   */
  addReady: (tasks: PageTask[], prepare: (task: PageTask) => PageTask | undefined) => void;
  /**
   * Returns the number of waiting tasks. For tasks that are not prepared yet, the number is an estimate from the share of cache
   * misses so far.
   */
  left: () => number;
}

/**
 * Number of cache misses before tasks that are not prepared count in `left()`. Below it, a few edited pages in a row would look
 * like a new site.
 */
const ENOUGH = 24;

/** Number of pages in a row that are restored from the cache before other events are handled, such as the signal to end. */
export const AT_ONCE = 64;

/**
 * @param waiting tasks in their order; the queue changes this array
 * @param onPause called when many pages in a row were restored. Until the next call of `next`, there is no task
 */
export function createPageQueue(waiting: PageTask[], onPause: () => void = () => undefined): PageQueue {
  const again: PageTask[] = [];
  let at = 0;
  let ready: Parameters<PageQueue['addReady']> = [[], (task) => task];
  let readyAt = 0;
  let given = 0;
  const nextReady = (): PageTask | undefined => {
    const [tasks, prepare] = ready;
    const end = Math.min(readyAt + AT_ONCE, tasks.length);
    while (readyAt < end) {
      const task = prepare(tasks[readyAt++] as PageTask);
      if (!task) continue;
      given++;
      return task;
    }
    if (readyAt < tasks.length) onPause();
    return undefined;
  };
  const readyLeft = (): number => (given < ENOUGH ? 0 : Math.ceil(((ready[0].length - readyAt) * given) / readyAt));
  return {
    // A page that has ended a worker may end this process.
    next(isHere) {
      const task = (isHere ? undefined : again.shift()) ?? nextReady();
      if (task || readyAt < ready[0].length) return task;
      return at < waiting.length ? waiting[at++] : undefined;
    },
    add: (task) => void waiting.push(task),
    addAgain: (task) => void again.push(task),
    addReady(...work) {
      ready = work;
    },
    left: () => waiting.length - at + readyLeft(),
  };
}
