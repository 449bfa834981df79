import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

export interface TabOptions extends BrowserContextOptions {
  /**
   * Open a tab beside others that say so, with the cache of those; or one of them that has been closed: its process knows
   * the scripts already, which takes a third of the processor's time of a new one. Its storage is empty. Default true, but
   * where something runs before the page's scripts or the browser is to be another one.
   */
  beside?: boolean;
  /** Runs before the page's own scripts. */
  before?: (page: Page) => Promise<unknown>;
}

/** A tab, empty as yet. */
export interface Tab {
  page: Page;
  close(): Promise<void>;
}

/** Tabs of the tests of a file. */
export interface Tabs {
  open(options?: TabOptions): Promise<Tab>;
}

const VIEWPORT = { width: 1280, height: 900 };

/** Opens none yet. */
export function createTabs(browser: Browser): Tabs {
  let shared: Promise<BrowserContext> | undefined;
  /** Those of the shared context that nobody needs for now. */
  const idle: Page[] = [];
  return {
    async open({ before, beside, ...options } = {}) {
      const isBeside = beside ?? (!before && Object.keys(options).length === 0);
      if (isBeside) shared ??= browser.newContext({ viewport: VIEWPORT });
      const context = await (shared && isBeside ? shared : browser.newContext({ viewport: VIEWPORT, ...options }));
      const page = (isBeside && idle.pop()) || (await context.newPage());
      await before?.(page);
      return {
        page,
        async close() {
          if (!isBeside) return await context.close();
          if (page.isClosed()) return;
          // What was done before its scripts stays for good; a page without an address has no storage to be emptied.
          if (before || !page.url().startsWith('http')) return await page.close();
          await reset(page);
          idle.push(page);
        },
      };
    },
  };
}

/** Makes a tab as it was before its first page. */
async function reset(page: Page): Promise<void> {
  for (const event of ['console', 'pageerror', 'request', 'requestfailed', 'response', 'dialog'])
    page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.setViewportSize(VIEWPORT);
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null });
  await page.goto('about:blank');
}
