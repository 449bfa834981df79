import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findFaults } from '../helpers/accessibility.ts';
import { buildOwnSite } from '../helpers/built-once.ts';
import { DEMO_KINDS } from '../helpers/own-demos.ts';
import { type OpenPage, type OpenSite, openSite, wake } from '../helpers/pages.ts';

const root = path.resolve(import.meta.dirname, '../..');
const routes = ['/', '/Changelog', '/api', '/types', '/no/such/page', ...DEMO_KINDS.map((slug) => `/demo/${slug}`)];
let production: OpenSite;
/** The same site with React's development build in the browser, which reports every mismatch. */
let development: OpenSite;

beforeAll(async () => {
  production = await openSite({ root, outDir: await buildOwnSite() });
  development = await openSite({ root, outDir: await buildOwnSite({ development: true }) });
});

/** Scrolls every demo into view, and waits until it is hydrated. */
async function wakeDemos(page: Page): Promise<void> {
  for (const demo of await page.locator('[data-demo]').all()) await demo.scrollIntoViewIfNeeded();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-demo]')].every((demo) => demo.hasAttribute('data-hydrated')),
  );
}

/** Returns how often React discarded HTML from the server. */
const recoveries = (page: Page) =>
  page.evaluate(() => (window as { __cascaderDocs?: { recoverable: number } }).__cascaderDocs?.recoverable);

/** Opens a page, and hydrates it with all of its demos. */
async function openAwake(site: OpenSite, route: string): Promise<OpenPage> {
  const opened = await site.open(route, { beside: true });
  await wake(opened.page);
  await wakeDemos(opened.page);
  return opened;
}

/** Expects that nothing was logged, and that React discarded no HTML from the server. */
async function expectSilence({ page, messages }: OpenPage, allowed = /React DevTools/): Promise<void> {
  expect(messages.filter((message) => !allowed.test(message))).toEqual([]);
  expect(await recoveries(page)).toBe(0);
}

it.each(routes)('%s logs nothing', async (route) => {
  const opened = await openAwake(development, route);
  await expectSilence(opened, route === '/no/such/page' ? /404|React DevTools/ : undefined);
});

describe('a reader far from where the site was built', () => {
  it('sees what was built, in another time zone and language', async () => {
    const opened = await development.open('/demo/simple', { timezoneId: 'America/St_Johns', locale: 'zh-CN' });
    await wake(opened.page);
    await wakeDemos(opened.page);
    await expectSilence(opened);
  });
});

describe('the properties beside a demo', () => {
  it.each([
    ['/demo/search', 1440, true],
    ['/demo/search', 1280, true],
    ['/demo/search', 1200, false],
    ['/demo/search', 390, false],
    ['/demo/panel', 1920, true],
  ])('on %s at %i pixels are shown: %s, also without JavaScript', async (route, width, isShown) => {
    const { page } = await production.open(route, {
      viewport: { width, height: 900 },
      javaScriptEnabled: false,
    });
    const list = page.locator('.demo-properties');
    expect(await list.isVisible()).toBe(isShown);
    if (isShown) {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await list.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
      await page.emulateMedia({ media: 'print' });
      expect(await list.isVisible()).toBe(false);
      await page.emulateMedia({ media: 'screen' });
      const link = list.locator('a').first();
      const name = await link.textContent();
      await link.click();
      await page.waitForURL(/\/api#api-/);
      expect(await page.locator(':target > .api-name a').textContent()).toBe(name);
    }
  });

  it('change with the page', async () => {
    const { page, messages } = await production.open('/demo/hover', { viewport: { width: 1440, height: 900 } });
    await wake(page);
    const fonts = await page
      .locator('.markdown p code, .demo-properties code, .footer code')
      .evaluateAll((all) => [...new Set(all.map((code) => getComputedStyle(code).fontFamily))]);
    expect(fonts).toEqual([expect.stringMatching(/^"Geist Mono", /)]);
    const names = page.locator('.demo-properties dt > code:first-child');
    expect((await names.allTextContents())[0]).toBe('expandTrigger');
    await page.locator('.sidebar a', { hasText: 'Animation' }).click();
    await page.locator('h1', { hasText: 'Animation' }).waitFor();
    expect((await names.allTextContents())[0]).toBe('animation');
    expect(await findFaults(page, { within: '.demo-properties' })).toEqual([]);
    await page.locator('.header a:visible', { hasText: 'History' }).click();
    await page.locator('h1', { hasText: 'History' }).waitFor();
    expect(await page.locator('.demo-properties').count()).toBe(0);
    expect(messages).toEqual([]);
  });
});

describe('the property tables', () => {
  it('can be filtered, and list required properties first', async () => {
    const requests: string[] = [];
    const { page, messages } = await production.open('/api', {
      before: async (page) => page.on('request', (request) => requests.push(request.url())),
    });
    const tools = page.locator('.api-tools').first();
    const rows = page
      .locator('.api')
      .first()
      .locator('.api-table:not(.api-table .api-table) > tbody > tr[id]:visible > .api-name');
    const all = await rows.count();
    expect(requests.filter((url) => url.includes('api-table'))).toEqual([]);
    // No property in the tables of this site is required: the test marks two before the script reads them.
    await page.evaluate(() => {
      for (const name of ['onChange', 'checkable'])
        document.getElementById(`api-cascader-${name}`)?.setAttribute('data-required', '');
      document
        .querySelector('.api-tools')
        ?.insertAdjacentHTML('beforeend', '<label><input type="checkbox"> Required first</label>');
    });
    await tools.getByLabel('Required first').check();
    await page.waitForFunction(() => document.querySelector('.api-table tr[id]')?.id === 'api-cascader-onChange');
    expect((await rows.allTextContents()).slice(0, 3)).toEqual(['onChange', 'checkable', 'options']);
    await tools.getByLabel('Required first').uncheck();
    expect((await rows.allTextContents())[0]).toBe('options');
    await tools.getByLabel('Filter properties').fill('class popup');
    const [left, total] = ((await tools.getByText(/^\d+ \/ \d+$/).textContent()) ?? '').split(' / ').map(Number);
    expect(left).toBeLessThan((total ?? 0) / 2);
    expect(await rows.count()).toBe(left);
    expect(await rows.allTextContents()).toContain('popupClassName');
    expect(await findFaults(page, { within: '.api' })).toEqual([]);
    await tools.getByLabel('Filter properties').fill('');
    await expect.poll(() => rows.count()).toBe(all);
    expect(messages).toEqual([]);
  });

  it('have rows that URLs open, including those of folded members', async () => {
    const { page } = await production.open('/api');
    for (const id of ['api-cascader-onChange', 'api-cascader-showSearch-limit', 'api-cascader-ref-focus']) {
      await page.evaluate((hash) => location.assign(hash), `#${id}`);
      await page.waitForFunction((row) => document.querySelector(':target')?.id === row, id);
      await page.locator(`#${id}`).waitFor();
      expect(await page.locator(`#${id}`).evaluate((row) => row.checkVisibility())).toBe(true);
    }
  });
});

/** Opens a page in a window of a given size. */
const openAt = (route: string, width: number, height = 900) => production.open(route, { viewport: { width, height } });

describe('the home page', () => {
  it('shows the product on its first screen: live, rendered by the build, with an install command', async () => {
    const still = await production.open('/', { javaScriptEnabled: false });
    const demo = still.page.locator('.hero-media [data-demo-root]');
    const columns = (page: Page) => page.locator('.hero-media .rc-cascader-menu:visible');
    const texts = ['France>Japan>Mexico>', 'Kansai>Kantō>', 'KobeKyotoNaraOsaka'];
    expect(await columns(still.page).allTextContents()).toEqual(texts);
    const boxes = (page: Page) =>
      columns(page).evaluateAll((all) => all.map((column) => JSON.stringify(column.getBoundingClientRect())));
    const first = await boxes(still.page);
    expect((await demo.boundingBox())?.y ?? 0).toBeLessThan(500);
    expect(await still.page.locator('.hero-install .copy-button').isVisible()).toBe(false);

    const { page, messages } = await openAt('/', 1280);
    await wake(page);
    await page.locator('.hero-media .demo[data-hydrated]').waitFor();
    await page.locator('.hero-media [role="menuitemcheckbox"]:visible').first().waitFor();
    expect(await columns(page).allTextContents()).toEqual(texts);
    expect(await boxes(page)).toEqual(first);
    for (const name of ['Mexico', 'Oaxaca', 'Oaxaca de Juárez'])
      await page.locator('.hero-media [data-demo-root]').getByText(name, { exact: true }).click();
    await expect.poll(() => page.locator('.hero-media output').textContent()).toBe('value: ["mx","oaxaca","oaxaca"]');
    const copy = page.locator('.hero-install .copy-button');
    expect(await copy.getAttribute('data-copy')).toBe('npm install @rc-component/cascader');
    expect(await copy.evaluate((button) => getComputedStyle(button).opacity)).toBe('1');
    expect(messages).toEqual([]);
  });
});

describe('a page about one demo', () => {
  it('shows its name once, and its text is at the same position as on other pages', async () => {
    const { page } = await openAt('/demo/simple', 1280);
    expect(await page.locator('h1').allInnerTexts()).toEqual(['Simple']);
    expect(await page.locator('.demo-title').count()).toBe(0);
    expect(await page.getByRole('group', { name: 'Simple' }).count()).toBe(1);
    expect(await page.locator('.toc').count()).toBe(0);
    const left = (await page.locator('h1').boundingBox())?.x;
    await page.goto(`${production.url}/demo/panel`);
    expect((await page.locator('h1').boundingBox())?.x).toBe(left);
  });
});

describe('the change log', () => {
  it('has its releases on one line each, and the table of contents beside them', async () => {
    const { page } = await openAt('/Changelog', 1280);
    const release = page.locator('h2').first();
    expect(await release.innerText()).toBe('0.17.0 2018-12-14');
    expect(await release.locator('time').getAttribute('datetime')).toBe('2018-12-14');
    expect(await page.locator('article code', { hasText: /^\d{4}-/ }).count()).toBe(0);
    expect(await page.locator('h2').evaluateAll((all) => all.map((it) => getComputedStyle(it).borderTopWidth))).toEqual(
      Array(await page.locator('h2').count()).fill('0px'),
    );
    const [article, toc] = [await page.locator('article').boundingBox(), await page.locator('.toc').boundingBox()];
    expect(toc?.x ?? 0).toBeGreaterThan((article?.x ?? 0) + (article?.width ?? 0));
    expect(await page.locator('.toc a').first().innerText()).toBe('0.17.0');
    expect(await page.locator('.sidebar .toc-list').count()).toBe(0);
  });
});

describe('phones and tablets', () => {
  it('have no button over code, and space around the text of cards', async () => {
    const { page } = await openAt('/', 390);
    const { covered, room } = await page.evaluate(() => {
      const box = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
      const blocks = [...document.querySelectorAll('.markdown .code-block')];
      const card = document.querySelector('.article .demo-card');
      const text = getComputedStyle(card?.querySelector('.demo-title') ?? document.body);
      const isCovered = (block: Element): boolean => {
        const [code, button] = [box(block.querySelector('code')), box(block.querySelector('.copy-button'))];
        const right = Math.min(code.right, box(block.querySelector('pre')).right);
        return right > button.left && code.top < button.bottom && code.bottom > button.top;
      };
      return {
        covered: blocks.filter(isCovered).length,
        room: [text.paddingLeft, text.paddingRight],
      };
    });
    expect(covered).toBe(0);
    expect(room).toEqual(['24px', '24px']);
  });
});

describe('a text page whose scripts cannot be loaded', () => {
  it.each(['light', 'dark', 'auto'])('looks the same with %s as the chosen color scheme', async (choice) => {
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
    }
    expect(pictures[0]?.equals(pictures[1] ?? Buffer.alloc(0))).toBe(true);
  });
});
