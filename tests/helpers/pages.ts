import { preview } from 'cascader-docs';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';

/** A built site, served, with a browser to open it in. */
export interface OpenSite {
  url: string;
  /** Opens a page of the site; what it writes to the console is collected. */
  open(path: string, options?: OpenOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

export interface OpenOptions extends BrowserContextOptions {
  /**
   * Open the page as a tab beside others that say so, with the cache and the storage of those, or in one of them that has
   * been closed: half of the processor's time, since its process knows the scripts. Default false.
   */
  beside?: boolean;
  /** Runs before the page's own scripts. */
  before?: (page: Page) => Promise<unknown>;
}

/** A page with everything that went wrong in it: console messages, uncaught errors, failed requests. */
export interface OpenPage {
  page: Page;
  messages: string[];
  close(): Promise<void>;
}

/** Serves the output folder of a site, and opens pages of it in the browser of the test run. */
export async function openSite(options: { root: string; outDir?: string; base?: string }): Promise<OpenSite> {
  const server = await preview({ ...options, port: 0 });
  const browser = await chromium.connect(inject('browser'));
  const url = (server.urls[0] ?? '').replace(/\/$/, '');
  let shared: Promise<BrowserContext> | undefined;
  /** Tabs of the shared context that nobody needs for now. */
  const idle: Page[] = [];
  const createContext = (options: BrowserContextOptions): Promise<BrowserContext> =>
    browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  return {
    url,
    async open(path, { before, beside = false, ...options } = {}) {
      if (beside) shared ??= createContext(options);
      const context = await (beside && shared ? shared : createContext(options));
      const page = (beside && idle.pop()) || (await context.newPage());
      const messages: string[] = [];
      page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`));
      page.on('requestfailed', (request) => messages.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
      await before?.(page);
      await page.goto(url + path);
      return {
        page,
        messages,
        async close() {
          if (!beside) return await context.close();
          // What was done before its scripts stays for good.
          if (before) return await page.close();
          for (const event of ['console', 'pageerror', 'requestfailed']) page.removeAllListeners(event);
          await page.mouse.move(0, 0);
          await page.goto('about:blank');
          idle.push(page);
        },
      };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Wakes the runtime, as a key does that means nothing else; resolves when the shell is hydrated. */
export async function wake(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page.locator('html[data-hydrated]').waitFor();
}

/** For `before`: a page in which the storage throws, as it does where it is blocked. */
export async function denyStorage(
  page: Page,
  storage: 'localStorage' | 'sessionStorage' = 'localStorage',
): Promise<void> {
  await page.addInitScript((name) => {
    Object.defineProperty(window, name, {
      get: () => {
        throw new Error('denied');
      },
    });
  }, storage);
}
