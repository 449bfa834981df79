import fs from 'node:fs/promises';
import path from 'node:path';
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { createSite, type TestSite } from './build-site.ts';
import { type RunningDev, startDev } from './dev-site.ts';
import { createTabs, type Tab, type TabOptions } from './tabs.ts';

/** A site that is written while it is open in a browser. */
export interface DevPages {
  fixture: TestSite;
  dev: RunningDev;
  /** Opens a page of the site, in a tab beside others where its options name nothing else. */
  open(path: string, options?: DevOpenOptions): Promise<DevPage>;
  /** Writes what `change` makes of the text of a file; that of a new one is empty. */
  edit(file: string, change: (text: string) => string): Promise<void>;
  close(): Promise<void>;
}

export interface DevOpenOptions extends TabOptions {
  context?: BrowserContext;
}

/** An open page. */
export interface DevPage {
  page: Page;
  /** Console messages of any kind, and uncaught errors. */
  messages: string[];
  /** True as long as the document was not loaded anew. */
  isSame(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Writes a site of inline files, serves it, and opens pages of it in the browser of the test run.
 *
 * @param modules folder of installed packages, to be linked into the site
 */
export async function openDev(files: Record<string, string | Uint8Array>, modules?: string): Promise<DevPages> {
  const fixture = await createSite(files);
  if (modules) await fs.symlink(modules, path.join(fixture.root, 'node_modules'));
  const texts = new Map(Object.entries(files));
  const dev = await startDev(fixture.root);
  const browser = await chromium.connect(inject('browser'));
  const tabs = createTabs(browser);
  return {
    fixture,
    dev,
    async open(path, { context, ...options } = {}) {
      const { page, close } = context ? await openIn(context, options.before) : await tabs.open(options);
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
        close,
      };
    },
    async edit(file, change) {
      const text = change(String(texts.get(file) ?? ''));
      texts.set(file, text);
      await fixture.write({ [file]: text });
    },
    async close() {
      await browser.close();
      await dev.close();
    },
  };
}

async function openIn(context: BrowserContext, before: TabOptions['before']): Promise<Tab> {
  const page = await context.newPage();
  await before?.(page);
  return { page, close: () => page.close() };
}

/** Clicks something in a demo once the demo is interactive: what is clicked before is heard by nobody. */
export async function press(target: Locator): Promise<void> {
  await target.page().locator('[data-demo][data-hydrated]').filter({ has: target }).first().waitFor();
  await target.click();
}
