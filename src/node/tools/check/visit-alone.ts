import type { BrowserTabs } from './browser-tabs.ts';
import { findCrash } from './crash.ts';
import { within } from './deadline.ts';
import { toFinding } from './page-messages.ts';
import type { Finding } from './types.ts';
import { visitFailure } from './visit-failure.ts';
import { waitForRoot } from './wait-for-root.ts';

/** All messages belong to the demo there. `timeout` in milliseconds. */
export async function visitAlone(tabs: BrowserTabs, url: string, timeout: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  try {
    await tabs.use(async ({ page, messages }) => {
      try {
        await page.goto(`${url}?alone`, { timeout });
        // A demo may render nothing here. Whether it starts is checked in its page.
        await waitForRoot(page.mainFrame(), { timeout, until: () => messages.any });
        findings.push(...(await within(timeout, findCrash(page.mainFrame(), '#root', 'alone'))));
      } finally {
        findings.push(...messages.take().map((message) => toFinding(message, 'alone')));
      }
    });
  } catch (error) {
    findings.push(visitFailure(error, { tabs, subject: 'demo', place: 'alone', timeout }));
  }
  return findings;
}
