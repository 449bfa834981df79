import { TimeoutError, withinTime } from '../../project/within-time.ts';
import type { FromThread } from './protocol.ts';

/** Listener of a worker that builds pages. */
export interface PageListener {
  /** Receives the messages about pages. */
  send: (message: FromThread) => void;
  /** Called with the number of the current page, or -1. */
  enter: (number: number) => void;
}

/**
 * Runs a task for each page in turn, with a time limit per page. The pages share one timer, since a timer for each page would cost
 * a tenth of the work. A page that exceeds its time is reported as late and skipped. The task may be interrupted anywhere, so it
 * must not send messages.
 *
 * @param milliseconds time limit for one page
 */
export function eachInTime<Job extends { number: number }>(
  jobs: Job[],
  milliseconds: number,
  { send, enter }: PageListener,
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
      // The limit starts with the first page of this round. Any later page gets its full time in the next round.
      if (at === first) send({ kind: 'late', number: (jobs[at++] as Job).number });
    }
  }
  enter(-1);
}
