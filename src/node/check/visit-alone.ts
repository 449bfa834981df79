import type { Browser } from 'playwright-core';
import { findCrash } from './crash.ts';
import { within } from './deadline.ts';
import { openPage } from './open-page.ts';
import { toFinding } from './page-messages.ts';
import type { Finding } from './types.ts';
import { isLate, waitForRoot } from './wait-for-root.ts';

/**
 * Opens a demo's page of its own. Whatever is said there is said by the demo.
 *
 * @param timeout milliseconds
 */
export async function visitAlone(browser: Browser, url: string, timeout: number): Promise<Finding[]> {
  const { page, messages, close } = await openPage(browser, new URL(url).origin);
  const findings: Finding[] = [];
  try {
    await page.goto(url, { timeout });
    // A demo may render nothing: whether it starts is seen in its page.
    await waitForRoot(page.mainFrame(), { timeout, until: () => messages.any });
    findings.push(...(await within(timeout, findCrash(page.mainFrame(), '#root', 'alone'))));
  } catch (error) {
    if (!isLate(error)) throw error;
    findings.push(notStarted('alone', timeout));
  } finally {
    findings.push(...messages.take().map((message) => toFinding(message, 'alone')));
    await close();
  }
  return findings;
}

/** The finding that a demo is not there in time. */
export function notStarted(place: Finding['place'], timeout: number): Finding {
  return { rule: 'not-started', place, message: `The demo did not start within ${timeout / 1000} s` };
}
