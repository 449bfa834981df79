import type { Browser, Page } from 'playwright-core';
import { DEMO_ATTRIBUTE } from '../../../shared/dom-contract.ts';
import { within } from './deadline.ts';
import { collectMessages, type MessageCollector } from './page-messages.ts';

/** A page in a browser context of its own, with what it complains about. */
export interface BrowserTab {
  page: Page;
  messages: MessageCollector;
}

/** The tabs of a browser. To open one takes longer than most visits: they are used again. */
export interface BrowserTabs {
  readonly browser: Browser;
  /** Lends a tab. One whose visit throws is closed, since it may hang; any other is emptied and kept. */
  use<Result>(visit: (tab: BrowserTab) => Promise<Result>): Promise<Result>;
}

/**
 * A reader far from the machine that rendered the site: demos that print dates by the clock's own zone and language are
 * found to differ.
 */
const READER = {
  locale: 'en-GB',
  timezoneId: 'Asia/Kolkata',
  viewport: { width: 1280, height: 900 },
  // To compress what goes through no network would take longer than all the rest.
  extraHTTPHeaders: { 'Accept-Encoding': 'identity' },
};
/** Milliseconds that emptying a tab may take. */
const EMPTYING = 2000;

/** Creates the tabs of a browser; they are closed with it. */
export function createBrowserTabs(browser: Browser): BrowserTabs {
  const idle: BrowserTab[] = [];
  return {
    browser,
    async use(visit) {
      const tab = idle.pop() ?? (await openTab(browser));
      const close = (): Promise<void> => tab.page.context().close();
      try {
        const result = await visit(tab);
        // One that cannot be emptied is of no more use, and no fault of the visit.
        await within(EMPTYING, emptyTab(tab)).then(() => idle.push(tab), close);
        return result;
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}

async function openTab(browser: Browser): Promise<BrowserTab> {
  const page = await (await browser.newContext(READER)).newPage();
  await page.addInitScript(holdDemos, DEMO_ATTRIBUTE);
  return { page, messages: await collectMessages(page) };
}

/** Nothing of a visit is left for the next one. */
async function emptyTab({ page, messages }: BrowserTab): Promise<void> {
  await page.unrouteAll();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto('about:blank');
  messages.take();
}

/** Runs in every page, before its scripts: demos do not start by being near the viewport. */
function holdDemos(attribute: string): void {
  window.IntersectionObserver = class extends IntersectionObserver {
    override observe(target: Element): void {
      if (!target.hasAttribute(attribute)) super.observe(target);
    }
  };
}
