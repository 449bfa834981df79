import type { Browser, Page } from 'playwright-core';
import { collectMessages, type MessageCollector } from './page-messages.ts';

/** A page in a browser context of its own, with what it complains about. */
export interface OpenedPage {
  page: Page;
  messages: MessageCollector;
  close(): Promise<void>;
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

/** Opens a page with nothing in it. What is loaded into it has a renderer process of its own. */
export async function openPage(browser: Browser, origin: string): Promise<OpenedPage> {
  const context = await browser.newContext(READER);
  const page = await context.newPage();
  return { page, messages: await collectMessages(page, origin), close: () => context.close() };
}
