import type { BrowserTabs } from './browser-tabs.ts';
import { DeadlineError } from './deadline.ts';
import type { Finding } from './types.ts';

interface FailedVisit {
  tabs: BrowserTabs;
  /** What did not respond: `demo` or `page`. */
  subject: 'demo' | 'page';
  place: Finding['place'];
  /** Time limit of the visit in milliseconds. */
  timeout: number;
}

/**
 * The page was not ready in time, hung, crashed or navigated. Throws any other error: the browser has closed, or it is
 * a bug of ours.
 */
export function visitFailure(error: unknown, { tabs, subject, place, timeout }: FailedVisit): Finding {
  const { name, message } = error as Error;
  if (error instanceof DeadlineError || name === 'TimeoutError')
    return { rule: 'not-started', place, message: `The ${subject} did not start within ${timeout / 1000} s` };
  // Errors from the driver have the plain name `Error`.
  if (name !== 'Error' || !tabs.browser.isConnected()) throw error;
  return { rule: 'lost-page', place, message: `The ${subject} crashed or left its page: ${message.split('\n')[0]}` };
}
