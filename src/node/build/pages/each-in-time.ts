import { TimeoutError, withinTime } from '../../project/within-time.ts';
import type { FromThread } from './protocol.ts';

/** Whom a thread that makes pages tells what it does. */
export interface PageListener {
  /** Is told of each page. */
  tell: (message: FromThread) => void;
  /** Called with the number of the page that is worked at, or -1. */
  enter: (number: number) => void;
}

/**
 * Does something for pages in turn, each within its time. They share a watch: one for each would cost a tenth of what is
 * watched. A page that does not come to an end is told, and left. The task may be stopped anywhere: it tells nobody anything.
 *
 * @param milliseconds how long it may take for one page
 */
export function eachInTime<Job extends { number: number }>(
  jobs: Job[],
  milliseconds: number,
  { tell, enter }: PageListener,
  task: (job: Job) => void,
): void {
  let at = 0;
  while (at < jobs.length) {
    const first = at;
    try {
      withinTime(milliseconds, () => {
        for (; at < jobs.length; at++) {
          const job = jobs[at] as Job;
          enter(job.number);
          task(job);
        }
      });
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      // One that was not the first has its own time still.
      if (at === first) tell({ kind: 'late', number: (jobs[at++] as Job).number });
    }
  }
  enter(-1);
}
