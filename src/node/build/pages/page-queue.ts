import type { PageTask } from './protocol.ts';

/** Work that no thread has. */
export interface PageQueue {
  /**
   * Takes what is next, if there is something.
   *
   * @param isHere for this thread: what has ended another one is not for it
   */
  next: (isHere: boolean) => PageTask | undefined;
  /** Puts something at the end. */
  add: (task: PageTask) => void;
  /** Puts something at the beginning, that a thread had when it ended. */
  addAgain: (task: PageTask) => void;
  /**
   * Puts work before all that waits; each piece is put together when its turn comes.
   *
   * @param prepare gives undefined for a page that is found as it was made before
   */
  addReady: (tasks: PageTask[], prepare: (task: PageTask) => PageTask | undefined) => void;
  /** How much waits. Of what is put together later as much as it seems: as many of the rest as of those before. */
  left: () => number;
}

/** Pieces from which on it is seen how many there will be: before, some edits in a row would look like a new site. */
const ENOUGH = 24;

/** @param waiting in this order; it is changed */
export function createPageQueue(waiting: PageTask[]): PageQueue {
  const again: PageTask[] = [];
  let at = 0;
  let ready: Parameters<PageQueue['addReady']> = [[], (task) => task];
  let readyAt = 0;
  let given = 0;
  const nextReady = (): PageTask | undefined => {
    const [tasks, prepare] = ready;
    while (readyAt < tasks.length) {
      const task = prepare(tasks[readyAt++] as PageTask);
      if (!task) continue;
      given++;
      return task;
    }
    return undefined;
  };
  const readyLeft = (): number => (given < ENOUGH ? 0 : Math.ceil(((ready[0].length - readyAt) * given) / readyAt));
  return {
    // What has ended a thread may end this process.
    next: (isHere) =>
      (isHere ? undefined : again.shift()) ?? nextReady() ?? (at < waiting.length ? waiting[at++] : undefined),
    add: (task) => void waiting.push(task),
    addAgain: (task) => void again.push(task),
    addReady(...work) {
      ready = work;
    },
    left: () => waiting.length - at + readyLeft(),
  };
}
