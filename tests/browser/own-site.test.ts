import path from 'node:path';
import { build } from 'cascader-docs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recipes } from '../helpers/demo-recipes.ts';
import { type OpenSite, openSite, wake } from '../helpers/pages.ts';
import { play } from '../helpers/play.ts';

const root = path.resolve(import.meta.dirname, '../..');
const routes = ['/', '/Changelog', '/no/such/page', ...recipes.map(({ slug }) => `/demo/${slug}`)];
let production: OpenSite;
/** The same site with React's development build in the browser: it tells of every mismatch. */
let development: OpenSite;

beforeAll(async () => {
  const outDirs = ['browser-production', 'browser-development'].map((name) => path.join(root, 'tests/.tmp', name));
  await build({ root, outDir: outDirs[0] });
  await build({ root, outDir: outDirs[1], development: true });
  production = await openSite({ root, outDir: outDirs[0] });
  development = await openSite({ root, outDir: outDirs[1] });
});

afterAll(async () => {
  await production?.close();
  await development?.close();
});

/** Brings every demo into view, and waits until it is hydrated. */
async function wakeDemos(page: Page): Promise<void> {
  for (const demo of await page.locator('[data-demo]').all()) await demo.scrollIntoViewIfNeeded();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-demo]')].every((demo) => demo.hasAttribute('data-hydrated')),
  );
}

/** Times that React threw away what the server had rendered. */
const recoveries = (page: Page) =>
  page.evaluate(() => (window as { __cascaderDocs?: { recoverable: number } }).__cascaderDocs?.recoverable);

describe.each([
  ['production', routes.filter((route) => !route.startsWith('/demo/'))],
  ['development', routes],
] as const)('every route, with React in %s', (mode, routes) => {
  it.each(routes)('%s says nothing on the console', async (route) => {
    const site = mode === 'production' ? production : development;
    const { page, messages, close } = await site.open(route, { beside: true });
    await wake(page);
    await wakeDemos(page);
    const known = route === '/no/such/page' ? messages.filter((message) => !message.includes('404')) : messages;
    expect(known.filter((message) => !message.includes('React DevTools'))).toEqual([]);
    expect(await recoveries(page)).toBe(0);
    await close();
  });
});

describe('every demo does what its page says', () => {
  for (const { slug, mouse, keyboard } of recipes) {
    for (const [device, steps] of [
      ['mouse', mouse],
      ['keyboard', keyboard],
    ] as const) {
      if (steps.length === 0) continue;
      it(`${slug}, with the ${device}`, async () => {
        const { page, messages, close } = await production.open(`/demo/${slug}`, { beside: true });
        await wakeDemos(page);
        await play(page, page.locator('[data-demo]').first(), steps);
        expect(messages).toEqual([]);
        expect(await recoveries(page)).toBe(0);
        await close();
      });
    }
  }
});

describe('a demo by itself', () => {
  it('renders on its own page, in the language and colours that the address asks for', async () => {
    const from = await production.open('/demo/simple');
    const href = await from.page.locator('[data-demo] a[target=_blank]').first().getAttribute('href');
    await from.page.context().close();
    const { page, messages } = await production.open(`${href}?theme=dark&dir=rtl`);
    await page.locator('input').first().waitFor();
    expect(await page.locator('html').getAttribute('data-prefers-color')).toBe('dark');
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    expect(await page.locator('header').count()).toBe(0);
    expect(messages).toEqual([]);
    await page.context().close();
  });

  it('is a page not found when there is none of that name', async () => {
    const { page } = await production.open('/~demos/constructor');
    expect(await page.locator('h1').textContent()).toBe('PAGE NOT FOUND');
    await page.context().close();
  });
});

describe('without JavaScript', () => {
  /** Status of each address, asked for once. */
  const statuses = new Map<string, Promise<number>>();
  const statusOf = (page: Page, href: string): Promise<number> => {
    const status = statuses.get(href) ?? page.request.get(production.url + href).then((response) => response.status());
    statuses.set(href, status);
    return status;
  };

  it.each(routes)('%s has its text, and its links lead somewhere', async (route) => {
    const { page } = await production.open(route, { javaScriptEnabled: false });
    expect(await page.locator('h1').count()).toBe(1);
    expect((await page.locator('main').textContent())?.length).toBeGreaterThan(20);
    const hrefs = await page
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const href of new Set(hrefs)) expect(await statusOf(page, href.replace(/#.*/, '')), href).toBe(200);
    await page.context().close();
  });
});

describe('a text page whose scripts cannot be loaded', () => {
  it.each(['light', 'dark', 'auto'])('looks the same, with %s as the choice of colours', async (choice) => {
    const pictures: Buffer[] = [];
    for (const isBlocked of [false, true]) {
      const { page } = await production.open('/Changelog', {
        colorScheme: 'dark',
        before: async (page) => {
          await page.addInitScript((value) => localStorage.setItem('dumi:prefers-color', value), choice);
          if (isBlocked) await page.route(/\.js$/, (route) => route.abort());
        },
      });
      await page.waitForLoadState('networkidle');
      pictures.push(await page.screenshot());
      await page.context().close();
    }
    expect(pictures[0]?.equals(pictures[1] ?? Buffer.alloc(0))).toBe(true);
  });
});
