import { TimeoutError, withinTime } from '../../project/within-time.ts';

/**
 * The pages share one timer: one each would cost a tenth of the work. An interrupted task runs again from its
 * beginning.
 */
export function eachInTime<Page>(pages: Page[], milliseconds: number, task: (page: Page) => void): Page[] {
  const late: Page[] = [];
  let at = 0;
  while (at < pages.length) {
    const first = at;
    try {
      withinTime(milliseconds, () => {
        for (; at < pages.length; at++) task(pages[at] as Page);
      });
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      // The limit starts with the first page of this round. Any later page gets its full time in the next round.
      if (at === first) late.push(pages[at++] as Page);
    }
  }
  return late;
}
