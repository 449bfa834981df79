import type { Browser, BrowserContextOptions } from 'playwright-core';
import { DEMO_ATTRIBUTE } from '../../../shared/dom-contract.ts';
import { within } from './deadline.ts';
import { collectMessages } from './page-messages.ts';
import { READER } from './reader.ts';

/** Opening a tab takes longer than most visits, so tabs are reused. */
export interface BrowserTabs {
  readonly browser: Browser;
  /** If the visit throws, the tab is closed, because it may hang. Otherwise it is emptied and kept. */
  use<Result>(visit: (tab: BrowserTab) => Promise<Result>): Promise<Result>;
}

export const TAB_OPTIONS: BrowserContextOptions = {
  ...READER,
  // Compression takes longer than everything else, and saves nothing on a local connection.
  extraHTTPHeaders: { 'Accept-Encoding': 'identity' },
};
/** Time limit to empty a tab, in milliseconds. */
export const EMPTYING = 2000;

/** Tabs close with the browser. */
export function createBrowserTabs(browser: Browser): BrowserTabs {
  const idle: BrowserTab[] = [];
  return {
    browser,
    async use(visit) {
      const tab = idle.pop() ?? (await openTab(browser));
      const close = (): Promise<void> => tab.page.context().close();
      try {
        const result = await visit(tab);
        // A tab that cannot be emptied is closed. This is not an error of the visit.
        await within(EMPTYING, emptyTab(tab)).then(() => idle.push(tab), close);
        return result;
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}

export type BrowserTab = Awaited<ReturnType<typeof openTab>>;

/** A page in its own browser context, with the messages that it logs. */
async function openTab(browser: Browser) {
  const page = await (await browser.newContext(TAB_OPTIONS)).newPage();
  await page.addInitScript(holdDemos, DEMO_ATTRIBUTE);
  return { page, messages: await collectMessages(page) };
}

async function emptyTab({ page, messages }: BrowserTab): Promise<void> {
  await page.unrouteAll();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto('about:blank');
  messages.take();
}

/** Keeps demos from starting when they are near the viewport. Runs in every page before its scripts. */
function holdDemos(attribute: string): void {
  window.IntersectionObserver = class extends IntersectionObserver {
    override observe(target: Element): void {
      if (!target.hasAttribute(attribute)) super.observe(target);
    }
  };
}
