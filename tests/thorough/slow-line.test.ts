import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OpenPage } from '../helpers/pages.ts';
import { type BuiltSite, openHandbook, openOwnSite } from '../helpers/sites.ts';

/** By default, one demo is tested. `DEMOS=all` tests every page, and clicks before anything listens. */
const isWhole = process.env.DEMOS === 'all';
let own: BuiltSite;
let handbook: BuiltSite;

beforeAll(async () => {
  own = await openOwnSite();
  if (isWhole) handbook = await openHandbook();
});

/** How far visible content moved by itself, and which elements. */
interface Shift {
  value: number;
  what: string[];
}

/** Limits the page to 400 kbit/s, 400 ms per response and a quarter of the processor, and records layout shifts. */
async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const bytes = 400_000 / 8;
  const line = { offline: false, latency: 400, downloadThroughput: bytes, uploadThroughput: bytes };
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    type Entry = PerformanceEntry & { value: number; sources: { node?: Node }[] };
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Entry[])
        shifts.push({ value, what: sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 100) ?? '') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns shifts of more than a few pixels of one line: the date of a page is rewritten in the reader's time zone. */
async function shiftsOf(page: Page): Promise<Shift[]> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  return shifts.filter(({ value }) => value > 0.0005);
}

/** Waits until the page has been drawn, so that all shifts until now have been reported. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Opens a page and hydrates it and its visible demos, without a click or a key: movement after those is expected. */
async function openSlowly(site: BuiltSite, route: string): Promise<OpenPage> {
  const opened = await site.open(route, { before: slowDown });
  const { page } = opened;
  await page.locator('header a').first().hover();
  await page.locator('html[data-hydrated]').waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-demo]')].every((demo) => {
      const { top, bottom } = demo.getBoundingClientRect();
      return top > innerHeight || bottom < 0 || demo.hasAttribute('data-hydrated');
    }),
  );
  await drawn(page);
  return opened;
}

describe('on a slow connection', () => {
  it('no part of a demo moves while its scripts arrive', async () => {
    const { page, messages } = await openSlowly(own, '/demo/simple');
    expect(await shiftsOf(page)).toEqual([]);
    expect(messages).toEqual([]);
    // Proves that a movement is detected.
    await page.evaluate(() => document.querySelector('h1')?.insertAdjacentHTML('beforebegin', '<p>new</p>'));
    await expect.poll(() => shiftsOf(page)).not.toEqual([]);
  });

  describe.runIf(isWhole)('on the whole site', () => {
    it('nothing moves on any page', { timeout: 3_600_000 }, async () => {
      const found: string[] = [];
      let count = 0;
      for (const site of [own, handbook])
        for (const route of site.routes) {
          const { page, messages } = await openSlowly(site, route);
          for (const { value, what } of await shiftsOf(page)) found.push(`${route}: ${value} ${what.join(' ')}`);
          for (const message of messages) if (!message.includes('404 (Not Found)')) found.push(`${route}: ${message}`);
          count++;
        }
      console.info(`${count} pages`);
      expect(found).toEqual([]);
    });

    /** Opens a page, and acts on it while it is still loading. */
    async function actAtOnce(route: string, act: (page: Page) => Promise<unknown>): Promise<OpenPage> {
      let acted: Promise<unknown> | undefined;
      const opened = await own.open(route, {
        before: async (page) => {
          await slowDown(page);
          acted = act(page);
          // It is awaited below.
          acted.catch(() => undefined);
        },
      });
      await acted;
      return opened;
    }

    it('a click on a demo reaches it', async () => {
      const { page } = await actAtOnce('/demo/simple', (page) => page.locator('[data-demo] input').first().click());
      await page.locator('.rc-cascader-dropdown').first().waitFor();
    });

    it('a click on the search button opens search, and typed text is searched', async () => {
      const { page } = await actAtOnce('/Changelog', (page) => page.locator('[data-search]').first().click());
      await page.locator('dialog input').waitFor();
      await page.keyboard.type('expandTrigger');
      await page.locator('dialog mark').first().waitFor();
    });

    it('a link leads to its page', async () => {
      const { page } = await actAtOnce('/Changelog', (page) => page.locator('a[href="/demo/simple"]').first().click());
      await page.waitForURL('**/demo/simple');
      await page.locator('[data-demo][data-hydrated]').first().waitFor();
    });
  });
});
