import type { BrowserTabs } from './browser-tabs.ts';
import { DeadlineError } from './deadline.ts';
import type { Finding } from './types.ts';

/** What a visit was when it failed. */
interface FailedVisit {
  tabs: BrowserTabs;
  /** What did not answer: `demo` or `page`. */
  subject: 'demo' | 'page';
  place: Finding['place'];
  /** Milliseconds that it had. */
  timeout: number;
}

/**
 * A failed visit as a finding: the page did not get ready in time, hangs, crashed or went elsewhere. Any other failure is
 * thrown on: the browser has gone, or the fault is ours.
 */
export function visitFailure(error: unknown, { tabs, subject, place, timeout }: FailedVisit): Finding {
  const { name, message } = error as Error;
  if (error instanceof DeadlineError || name === 'TimeoutError')
    return { rule: 'not-started', place, message: `The ${subject} did not start within ${timeout / 1000} s` };
  // What the driver throws has no name of its own.
  if (name !== 'Error' || !tabs.browser.isConnected()) throw error;
  return { rule: 'lost-page', place, message: `The ${subject} crashed or left its page: ${message.split('\n')[0]}` };
}
