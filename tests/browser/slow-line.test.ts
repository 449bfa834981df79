import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenPage } from '../helpers/pages.ts';
import { type BuiltSite, openHandbook, openOwnSite } from '../helpers/sites.ts';

/** By itself a run looks at one demo; `DEMOS=all` at every page, and at what is clicked before anything listens. */
const isWhole = process.env.DEMOS === 'all';
let own: BuiltSite;
let handbook: BuiltSite;

beforeAll(async () => {
  own = await openOwnSite();
  if (isWhole) handbook = await openHandbook();
});

afterAll(async () => {
  await own?.close();
  await handbook?.close();
});

/** How far what was shown has moved by itself, and what. */
interface Shift {
  value: number;
  what: string[];
}

/** 400 kbit/s, 400 ms for each answer, and a quarter of the processor; what moves is noted. */
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

/** What moved by more than a few pixels of one line: the date of a page is written anew in the reader's time zone. */
async function shiftsOf(page: Page): Promise<Shift[]> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  return shifts.filter(({ value }) => value > 0.0005);
}

/** What was noted until now has been told: the page has been drawn. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Opens a page and wakes it, and its demos in the window, without a click or a key: after those, movement is wanted. */
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

describe('on a slow line', () => {
  it('nothing of a demo moves while its scripts arrive', async () => {
    const { page, messages, close } = await openSlowly(own, '/demo/simple');
    expect(await shiftsOf(page)).toEqual([]);
    expect(messages).toEqual([]);
    // What moves is seen.
    await page.evaluate(() => document.querySelector('h1')?.insertAdjacentHTML('beforebegin', '<p>new</p>'));
    await expect.poll(() => shiftsOf(page)).not.toEqual([]);
    await close();
  });

  describe.runIf(isWhole)('wholly', () => {
    it('nothing moves on any page', { timeout: 3_600_000 }, async () => {
      const found: string[] = [];
      let count = 0;
      for (const site of [own, handbook])
        for (const route of site.routes) {
          const { page, messages, close } = await openSlowly(site, route);
          for (const { value, what } of await shiftsOf(page)) found.push(`${route}: ${value} ${what.join(' ')}`);
          for (const message of messages) if (!message.includes('404 (Not Found)')) found.push(`${route}: ${message}`);
          count++;
          await close();
        }
      console.info(`${count} pages`);
      expect(found).toEqual([]);
    });

    /** Opens a page, and acts on it while it is still on its way. */
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

    it('a click on a demo comes to it', async () => {
      const { page, close } = await actAtOnce('/demo/simple', (page) =>
        page.locator('[data-demo] input').first().click(),
      );
      await page.locator('.rc-cascader-dropdown').first().waitFor();
      await close();
    });

    it('a click on what opens search does so, and what is typed is searched', async () => {
      const { page, close } = await actAtOnce('/Changelog', (page) => page.locator('[data-search]').first().click());
      await page.locator('dialog input').waitFor();
      await page.keyboard.type('expandTrigger');
      await page.locator('dialog mark').first().waitFor();
      await close();
    });

    it('a link leads where it says', async () => {
      const { page, close } = await actAtOnce('/Changelog', (page) =>
        page.locator('a[href="/demo/simple"]').first().click(),
      );
      await page.waitForURL('**/demo/simple');
      await page.locator('[data-demo][data-hydrated]').first().waitFor();
      await close();
    });
  });
});
