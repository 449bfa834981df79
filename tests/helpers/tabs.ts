import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

export interface TabOptions extends BrowserContextOptions {
  /**
   * Open a tab beside others that say so, with the cache of those; or one of them that has been closed: its process knows
   * the scripts already, which takes a third of the processor's time of a new one. Its storage is empty. Default true, but
   * where something runs before the page's scripts or the browser is to be another one in more than its window and what its
   * reader prefers.
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

/** What is set in a tab that is open. */
const OF_A_TAB = new Set(['viewport', 'colorScheme', 'reducedMotion', 'forcedColors']);

/** Opens none yet. */
export function createTabs(browser: Browser): Tabs {
  let shared: Promise<BrowserContext> | undefined;
  /** Those of the shared context that nobody needs for now. */
  const idle: Page[] = [];
  return {
    async open({ before, beside, ...options } = {}) {
      const isBeside = beside ?? (!before && Object.keys(options).every((name) => OF_A_TAB.has(name)));
      if (isBeside) shared ??= browser.newContext({ viewport: VIEWPORT });
      const context = await (shared && isBeside ? shared : browser.newContext({ viewport: VIEWPORT, ...options }));
      const page = (isBeside && idle.pop()) || (await context.newPage());
      if (isBeside) await adapt(page, options);
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

/** Gives a tab what its options say. */
async function adapt(page: Page, { viewport, ...media }: BrowserContextOptions): Promise<void> {
  if (viewport) await page.setViewportSize(viewport);
  if (Object.keys(media).length > 0) await page.emulateMedia(media);
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
