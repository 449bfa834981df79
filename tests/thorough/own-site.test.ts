import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findFaults } from '../helpers/accessibility.ts';
import { buildOwnSite } from '../helpers/built-once.ts';
import { editDemo } from '../helpers/live.ts';
import { DEMO_KINDS } from '../helpers/own-demos.ts';
import { type OpenPage, type OpenSite, openSite, wake } from '../helpers/pages.ts';
import { openHandbook, openOwnSite } from '../helpers/sites.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** By default, some demos are tested. `DEMOS=all` tests all of them. */
const isWhole = process.env.DEMOS === 'all';
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

  // This site uses React's development build, which reports more.
  const places = ['UTC', 'Asia/Shanghai', 'America/St_Johns'].flatMap((timezoneId) =>
    ['en-US', 'zh-CN'].map((locale) => ({ timezoneId, locale })),
  );
  it.runIf(isWhole).each(places)(
    'sees it on every page, in $timezoneId and $locale',
    { timeout: 1_800_000 },
    async (place) => {
      const [own, handbook] = [await openOwnSite(), await openHandbook()];
      const sites = [
        { site: development, routes: own.routes },
        { site: handbook, routes: handbook.routes },
      ];
      for (const { site, routes } of sites) {
        const opened = await site.open('/', place);
        for (const route of routes) {
          await opened.page.goto(site.url + route);
          await wake(opened.page);
          await wakeDemos(opened.page);
          // A request that is aborted when the page is left is not an error.
          await expectSilence(opened, /React DevTools|\b404\b|ERR_ABORTED/);
        }
      }
    },
  );
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
  it.each([390, 768, 1280, 1920])('fit into %i pixels, and every row is visible', async (width) => {
    const { page } = await production.open('/api', {
      viewport: { width, height: 900 },
      javaScriptEnabled: false,
    });
    const found = await page.evaluate(() => {
      const rows = [...document.querySelectorAll<HTMLTableRowElement>('.api-table tr[id]')].filter(
        (row) => !row.closest('details'),
      );
      return {
        rows: rows.length,
        hidden: rows.filter((row) => !row.checkVisibility()).length,
        scrolling: [...document.querySelectorAll('main *')].filter(
          (element) =>
            element.scrollWidth > element.clientWidth + 1 &&
            !element.closest('pre, .visually-hidden, [data-demo]') &&
            getComputedStyle(element).overflowX !== 'visible',
        ).length,
        words: Math.min(...rows.map((row) => row.cells[1]?.getBoundingClientRect().width ?? 0)),
        height: [...document.querySelectorAll('.api')].reduce((sum, { clientHeight }) => sum + clientHeight, 0),
      };
    });
    expect(found.rows).toBeGreaterThan(75);
    expect(found).toMatchObject({ hidden: 0, scrolling: 0 });
    expect(found.words).toBeGreaterThan(280);
    if (width === 1280) expect(found.height).toBeLessThan(6500);
  });

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

  it.each([
    390, 768, 1280, 1920,
  ])('is centered at %i px, without a table of contents, and its boxes leave no gap', async (width) => {
    const { page } = await openAt('/', width);
    const { room, rows } = await page.evaluate(() => {
      const main = document.querySelector('.main')?.getBoundingClientRect();
      const boxes = [...document.querySelectorAll('.feature')].map((box) => box.getBoundingClientRect());
      const tops = [...new Set(boxes.map(({ top }) => Math.round(top)))];
      return {
        room: [main?.left ?? 0, document.documentElement.clientWidth - (main?.right ?? 0)].map(Math.round),
        rows: tops.map((top) => {
          const row = boxes.filter((box) => Math.round(box.top) === top);
          return Math.round(Math.max(...row.map(({ right }) => right)) - Math.min(...row.map(({ left }) => left)));
        }),
      };
    });
    expect(Math.abs((room[0] ?? 0) - (room[1] ?? 0))).toBeLessThanOrEqual(1);
    expect(new Set(rows).size).toBe(1);
    expect(await page.locator('.toc, .toc-button').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (width === 1280)
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(10_000);
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
    await page.goto(`${production.url}/Changelog`);
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
  it.each([390, 768])('keep one row of the header at %i px: menu, section in view, search', async (width) => {
    const { page } = await openAt('/Changelog', width);
    const rows = (): Promise<number[]> =>
      page.evaluate(() =>
        ['.logo', '.header-menu-button', '.sidebar-button', '.toc-button', '.search-button'].map((selector) =>
          Math.round(document.querySelector(selector)?.getBoundingClientRect().top ?? -1),
        ),
      );
    const [logo, more, ...second] = await rows();
    expect([logo, more]).toEqual([0, 6]);
    for (const top of second) expect(top).toBeGreaterThanOrEqual(56);
    await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }));
    const bar = await page.locator('.header').boundingBox();
    expect([(bar?.y ?? 0) + (bar?.height ?? 0), Math.round(bar?.y ?? 0)]).toEqual([49, -56]);
    for (const top of (await rows()).slice(2)) expect(top).toBeGreaterThanOrEqual(0);
    expect(await page.locator('.toc-section').innerText()).toMatch(/^0\.\d+\.\d+$/);
    const edges = await page.evaluate(() =>
      ['h1', '.sidebar-button .icon', '.logo', '.search-button .icon', '.header-menu-button .icon'].map((selector) => {
        const { left, right } = document.querySelector(selector)?.getBoundingClientRect() ?? { left: 0, right: 0 };
        return /search|menu/.test(selector) ? document.documentElement.clientWidth - right : left;
      }),
    );
    expect(Math.max(...edges) - Math.min(...edges)).toBeLessThanOrEqual(6);
  });

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

  it.each([
    [390, 1_160],
    [1280, 660],
  ])('a demo that is edited %i pixels wide has no empty space below it, above its steps', async (width, highest) => {
    const { page } = await openAt('/demo/simple', width);
    const { card } = await editDemo(page);
    await card.locator('.demo-handle').waitFor({ state: 'attached' });
    const { height, stage, empty, overlap } = await card.evaluate((element) => {
      const box = (part: string) => element.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
      const [demo, code, steps] = [box('.demo-stage'), box('.demo-code'), box('.demo-steps')];
      const controls = [...element.querySelectorAll('.demo-actions > *')]
        .map((control) => control.getBoundingClientRect())
        .filter((rect) => rect.width > 0)
        .sort((a, b) => a.left - b.left);
      return {
        height: steps.top - element.getBoundingClientRect().top,
        stage: Math.round(demo.height),
        empty: Math.round((code.top >= demo.bottom ? code.top : steps.top) - demo.bottom),
        overlap: controls.some((rect, index) => index > 0 && (controls[index - 1]?.right ?? 0) > rect.left),
      };
    });
    expect(stage).toBeGreaterThanOrEqual(320);
    expect(empty).toBeLessThanOrEqual(2);
    expect(overlap).toBe(false);
    expect(height).toBeLessThanOrEqual(highest);
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
