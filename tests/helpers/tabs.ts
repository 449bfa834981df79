import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterTest } from './after-file.ts';

export interface TabOptions extends BrowserContextOptions {
  /**
   * Opens a tab in a context that it shares with other tabs, or reuses a closed one. Its process already has the
   * scripts, so it needs a third of the CPU time of a new context. Its storage is empty. Default: true, unless
   * something runs before the page's scripts, or an option cannot be changed for an open tab.
   */
  beside?: boolean;
  /** Runs before the page's own scripts. */
  before?: (page: Page) => Promise<unknown>;
}

/** Tabs of the tests in a file. */
export interface Tabs {
  /** Opens an empty tab, which is closed after the test. */
  open(options?: TabOptions): Promise<Page>;
}

const VIEWPORT = { width: 1280, height: 900 };

/** Options that can be changed for an open tab. */
const OF_A_TAB = new Set(['viewport', 'colorScheme', 'reducedMotion', 'forcedColors']);

/** Returns a factory for tabs. No tab is open yet. */
export function createTabs(browser: Browser): Tabs {
  let shared: Promise<BrowserContext> | undefined;
  /** Unused tabs of the shared context. */
  const idle: Page[] = [];
  return {
    async open({ before, beside, ...options } = {}) {
      const isBeside = beside ?? (!before && Object.keys(options).every((name) => OF_A_TAB.has(name)));
      if (isBeside) shared ??= browser.newContext({ viewport: VIEWPORT });
      const context = await (shared && isBeside ? shared : openContext(browser, options));
      const page = (isBeside && idle.pop()) || (await context.newPage());
      if (isBeside) await adapt(page, options);
      afterTest(async () => {
        if (!isBeside) return await context.close();
        if (page.isClosed()) return;
        // Scripts and routes of `before` cannot be removed, and a page without an address has no storage to clear.
        if (before || !page.url().startsWith('http')) return await page.close();
        await reset(page);
        idle.push(page);
      });
      await before?.(page);
      return page;
    },
  };
}

async function openContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: VIEWPORT, ...options });
  if (options.permissions?.includes('clipboard-read')) await context.addInitScript(readOwnClipboard);
  return context;
}

/**
 * Runs in the page. All pages of a browser share a clipboard, also those of tests that run at the same time, so a page reads
 * what it has written itself.
 */
function readOwnClipboard(): void {
  // Pages that are not secure have no clipboard.
  if (!('Clipboard' in globalThis)) return;
  const { writeText } = Clipboard.prototype;
  let own = '';
  Clipboard.prototype.writeText = async function write(text) {
    await writeText.call(this, text);
    own = text;
  };
  Clipboard.prototype.readText = async () => own;
}

/** Applies options to a tab. */
async function adapt(page: Page, { viewport, ...media }: BrowserContextOptions): Promise<void> {
  if (viewport) await page.setViewportSize(viewport);
  if (Object.keys(media).length > 0) await page.emulateMedia(media);
}

/** Resets a tab to its initial state. */
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
