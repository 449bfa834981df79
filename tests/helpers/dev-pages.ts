import fs from 'node:fs/promises';
import path from 'node:path';
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { afterTest } from './after-file.ts';
import { createSite, type TestSite } from './build-site.ts';
import { type RunningDev, startDev } from './dev-site.ts';
import { createTabs, type TabOptions } from './tabs.ts';

/** A site that is edited while it is open in a browser. */
export interface DevPages {
  fixture: TestSite;
  dev: RunningDev;
  /** Opens a page of the site, which is closed after the test. By default, the tab shares a context with other tabs. */
  open(path: string, options?: DevOpenOptions): Promise<DevPage>;
  /** Replaces the text of a file with the result of `change`. The text of a new file is empty. */
  edit(file: string, change: (text: string) => string): Promise<void>;
}

export interface DevOpenOptions extends TabOptions {
  context?: BrowserContext;
}

/** An open page. */
export interface DevPage {
  page: Page;
  /** Console messages of any kind, and uncaught errors. */
  messages: string[];
  /** True until the document is reloaded. */
  isSame(): Promise<boolean>;
}

/**
 * Writes a site of inline files, serves it, and opens its pages in the browser of the test run.
 *
 * @param modules `node_modules` folder to link into the site
 */
export async function openDev(files: Record<string, string | Uint8Array>, modules?: string): Promise<DevPages> {
  const fixture = await createSite(files);
  if (modules) await fs.symlink(modules, path.join(fixture.root, 'node_modules'));
  const texts = new Map(Object.entries(files));
  const dev = await startDev(fixture.root);
  const browser = await chromium.connect(inject('browser'));
  afterTest(() => browser.close());
  const tabs = createTabs(browser);
  return {
    fixture,
    dev,
    async open(path, { context, ...options } = {}) {
      const page = context ? await context.newPage() : await tabs.open(options);
      if (context) await options.before?.(page);
      const messages: string[] = [];
      page.on('console', (message) => {
        const isOfBrowser =
          message.text().includes('React DevTools') || message.location().url.endsWith('/favicon.ico');
        if (!isOfBrowser) messages.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`));
      await page.goto(dev.url + path);
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      return {
        page,
        messages,
        isSame: () => page.evaluate(() => 'sameDocument' in window),
      };
    },
    async edit(file, change) {
      const text = change(String(texts.get(file) ?? ''));
      texts.set(file, text);
      await fixture.write({ [file]: text });
    },
  };
}

/** Clicks an element of a demo after the demo is hydrated, because earlier clicks have no effect. */
export async function press(target: Locator): Promise<void> {
  await target.page().locator('[data-demo][data-hydrated]').filter({ has: target }).first().waitFor();
  await target.click();
}
