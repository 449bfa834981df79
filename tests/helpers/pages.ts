import { chromium, type Page, type Route } from 'playwright-core';
import { inject } from 'vitest';
import { afterTest } from './after-file.ts';
import { serveBuilt } from './serve-built.ts';
import { createTabs, type TabOptions } from './tabs.ts';

/** A built site that is served, with a browser to open it in. */
export interface OpenSite {
  url: string;
  /** Opens a page of the site, and collects its messages. The page is closed after the test. */
  open(path: string, options?: TabOptions): Promise<OpenPage>;
}

/** A page with all its problems: console messages, uncaught errors, failed requests. */
export interface OpenPage {
  page: Page;
  messages: string[];
}

/** Serves the output folder of a site until the test or its file ends, and opens its pages in the browser of the test run. */
export async function openSite(options: { root: string; outDir?: string; base?: string }): Promise<OpenSite> {
  const url = await serveBuilt(options);
  const browser = await chromium.connect(inject('browser'));
  afterTest(() => browser.close());
  const tabs = createTabs(browser);
  return {
    url,
    async open(path, options) {
      const messages: string[] = [];
      const page = await tabs.open(options);
      page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`));
      page.on('requestfailed', (request) => messages.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
      await page.goto(url + path);
      return { page, messages };
    },
  };
}

/**
 * Starts the runtime by pressing a key that has no other effect. Resolves when the shell is hydrated. Waits until the
 * page is loaded, because a page that has reloaded itself shows its text before `boot` listens to keys.
 */
export async function wake(page: Page): Promise<void> {
  await page.waitForLoadState();
  await page.keyboard.press('Shift');
  await page.locator('html[data-hydrated]').waitFor();
}

/**
 * Waits for a fixed time in which something unwanted could happen. Use it only if no event proves that nothing happens.
 * On a busy machine it can miss a bug, but it never reports a false one. For events that do happen, wait for the event.
 */
export async function whileNothingHappens(page: Page, ms = 300): Promise<void> {
  await page.waitForTimeout(ms);
}

/** Delayed requests. */
export interface Hold {
  /** Pass it as the option `before` when you open a page. */
  before: (page: Page) => Promise<void>;
  release(): void;
}

/**
 * Delays the requests for some addresses until the test releases them, like a slow connection.
 *
 * @param answer handles the released requests; by default they continue
 */
export function hold(
  pattern: string | RegExp,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
): Hold {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    before: async (page) => {
      await page.route(pattern, async (route) => {
        await released;
        // The page may have canceled the request.
        await answer(route).catch(() => undefined);
      });
    },
    release,
  };
}

/** For `before`: makes the storage throw an error, like a browser that blocks storage. */
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
