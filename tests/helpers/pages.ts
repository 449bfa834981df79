import { preview } from 'cascader-docs';
import { chromium, type Page, type Route } from 'playwright-core';
import { inject } from 'vitest';
import { createTabs, type TabOptions } from './tabs.ts';

/** A built site, served, with a browser to open it in. */
export interface OpenSite {
  url: string;
  /** Opens a page of the site; what it writes to the console is collected. */
  open(path: string, options?: TabOptions): Promise<OpenPage>;
  close(): Promise<void>;
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
  const tabs = createTabs(browser);
  return {
    url,
    async open(path, options) {
      const messages: string[] = [];
      const { page, close } = await tabs.open(options);
      page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`));
      page.on('requestfailed', (request) => messages.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
      await page.goto(url + path);
      return { page, messages, close };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/**
 * Wakes the runtime, as a key does that means nothing else; resolves when the shell is hydrated. A page that has just loaded
 * itself anew shows its text before boot hears keys: it is waited for.
 */
export async function wake(page: Page): Promise<void> {
  await page.waitForLoadState();
  await page.keyboard.press('Shift');
  await page.locator('html[data-hydrated]').waitFor();
}

/**
 * Time in which something could go wrong: only for what must not happen, of which nothing tells. A busy machine can make such
 * a wait overlook a fault, but never see one that is not there. What does happen is waited for by itself.
 */
export async function whileNothingHappens(page: Page, ms = 300): Promise<void> {
  await page.waitForTimeout(ms);
}

/** Requests that wait until they are let go. */
export interface Hold {
  /** Of a page that is opened. */
  before: (page: Page) => Promise<void>;
  release(): void;
}

/**
 * Holds the requests for some addresses, as a slow line would, for as long as the test says.
 *
 * @param answer what is done with them then; by default they go on
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
        // The page may have given it up meanwhile.
        await answer(route).catch(() => undefined);
      });
    },
    release,
  };
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
