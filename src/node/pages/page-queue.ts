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
  /** Puts work before all that waits; each piece is put together when it is asked for. */
  addReady: (tasks: Iterator<PageTask, undefined>) => void;
  /** How much waits, without what is put together yet. */
  left: () => number;
}

/** @param waiting in this order; it is changed */
export function createPageQueue(waiting: PageTask[]): PageQueue {
  const again: PageTask[] = [];
  let at = 0;
  let ready: Iterator<PageTask, undefined> | undefined;
  return {
    // What has ended a thread may end this process.
    next: (isHere) =>
      (isHere ? undefined : again.shift()) ?? ready?.next().value ?? (at < waiting.length ? waiting[at++] : undefined),
    add: (task) => void waiting.push(task),
    addAgain: (task) => void again.push(task),
    addReady(tasks) {
      ready = tasks;
    },
    left: () => waiting.length - at,
  };
}
