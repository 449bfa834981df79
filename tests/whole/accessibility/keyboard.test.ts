import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WINDOWS, wakeDemos } from '../../helpers/accessibility.ts';
import { reachByTab, walkByTab } from '../../helpers/focus.ts';
import { type BuiltSite, openOwnSite } from '../../helpers/sites.ts';
import type { TabOptions } from '../../helpers/tabs.ts';

let own: BuiltSite;
let page: Page;
let phone: Page;

beforeAll(async () => {
  own = await openOwnSite();
  // Smooth scrolling would still be running when a step is checked.
  const options: TabOptions = { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] };
  page = (await own.open('/', options)).page;
  phone = (await own.open('/', { ...options, viewport: WINDOWS.phone })).page;
});

beforeEach(async () => {
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${own.url}/Changelog`);
});

const hydrated = () => page.waitForFunction(() => document.documentElement.hasAttribute('data-hydrated'));
const focused = (of: Page, selector: string) =>
  of.waitForFunction((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

/** Opens the sidebar from its button, and waits until it has scrolled the current page into view. */
const openDrawer = async (): Promise<void> => {
  await phone.keyboard.press('Enter');
  await phone.waitForFunction(() => {
    const { top = -1, bottom = Infinity } =
      document.querySelector('.sidebar [aria-current="page"]')?.getBoundingClientRect() ?? {};
    return top > 0 && bottom <= innerHeight;
  });
};

describe('the Tab key', () => {
  it.each([
    ['/', 'desktop'],
    ['/Changelog', 'desktop'],
    ['/demo/simple', 'desktop'],
    ['/demo/simple', 'phone'],
    ['/no/such/page', 'desktop'],
    ['/~pages', 'phone'],
  ] as const)('reaches everything on %s on a %s, shows the focus and is never trapped', async (route, window) => {
    const opened = window === 'phone' ? phone : page;
    await opened.goto(own.url + route);
    await wakeDemos(opened);
    await opened.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const stops = await walkByTab(opened);
    expect(stops.filter(({ problem }) => problem)).toEqual([]);
    const reachable = await opened
      .locator('a[href], button, input:not([type="radio"]), input:checked, summary, pre[tabindex="0"]')
      .evaluateAll(
        (elements) =>
          elements.filter(
            (element) =>
              element.checkVisibility() &&
              !element.closest('[data-demo-root]') &&
              !element.matches('[tabindex="-1"], [disabled]'),
          ).length,
      );
    expect(reachable).toBeGreaterThan(5);
    expect(stops.length).toBeGreaterThanOrEqual(reachable);
  });

  it('first stops at the link that skips to the content', async () => {
    await page.keyboard.press('Tab');
    await focused(page, '.skip-link');
    expect(await page.locator('.skip-link').isVisible()).toBe(true);
    await hydrated();
    await page.keyboard.press('Enter');
    await focused(page, 'main');
    await page.keyboard.press('Tab');
    await expect
      .poll(() => page.evaluate(() => document.querySelector('main')?.contains(document.activeElement)))
      .toBe(true);
  });
});

describe('with the keyboard alone', () => {
  it('the color scheme can be changed', async () => {
    await reachByTab(page, page.locator('input[value="light"]'));
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('html').getAttribute('data-prefers-color')).toBe('dark');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.locator('html').getAttribute('data-prefers-color')).toBe('light');
  });

  it('the language of the interface can be changed, and the focus returns to the menu', async () => {
    const menu = page.locator('.header-tools summary');
    await reachByTab(page, menu);
    await page.keyboard.press('Enter');
    await reachByTab(page, page.locator('.menu-item', { hasText: '中文' }));
    await page.keyboard.press('Enter');
    await page.locator('.skip-link', { hasText: '跳到正文' }).waitFor({ state: 'attached' });
    await focused(page, '.header-tools summary');
    expect(await page.locator('.header-tools details').getAttribute('open')).toBeNull();
  });

  it('code can be shown and copied', async () => {
    await page.goto(`${own.url}/demo/simple`);
    await reachByTab(page, page.locator('.demo-actions .copy-button'));
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('export default function');
    await reachByTab(page, page.locator('.demo-code > summary'));
    await page.keyboard.press('Enter');
    await page.locator('.code-panel').first().waitFor();
    await page.keyboard.press('Space');
    await page.locator('.code-panel').first().waitFor({ state: 'hidden' });
  });

  it('the sidebar can be opened on a phone, used, and closed', async () => {
    await phone.goto(`${own.url}/demo/simple`);
    const opener = phone.locator('.menu-button').first();
    await reachByTab(phone, opener);
    await openDrawer();
    await reachByTab(phone, phone.locator('.sidebar-nav a').first());
    await phone.keyboard.press('Escape');
    await focused(phone, '.menu-button');
    expect(await phone.locator('.sidebar-nav').isVisible()).toBe(false);
    await openDrawer();
    await reachByTab(phone, phone.locator('.sidebar-nav a', { hasText: 'Hover' }));
    await phone.keyboard.press('Enter');
    await phone.waitForURL('**/demo/hover');
    await focused(phone, 'h1');
    expect(await phone.locator('.sidebar-nav').isVisible()).toBe(false);
  });

  it('the table of contents leads to a section', async () => {
    const entry = page.locator('.toc-list a').nth(3);
    await reachByTab(page, entry);
    const hash = await entry.getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForFunction((wanted) => location.hash === wanted, hash);
    await page.keyboard.press('Tab');
    await focused(page, `main [href="${hash}"]`);
    const top = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? -1);
    const header = await page.locator('.header').evaluate((element) => element.getBoundingClientRect().bottom);
    expect(top).toBeGreaterThanOrEqual(header);
  });

  it('a demo can be edited and reset, and its editor can be left', async () => {
    await page.goto(`${own.url}/demo/simple`);
    await reachByTab(page, page.getByRole('button', { name: 'Edit', exact: true }));
    await page.keyboard.press('Enter');
    await focused(page, '.live-editor textarea');
    expect(await page.locator('.live-editor textarea').first().getAttribute('aria-description')).toContain('Escape');
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('// typed\n');
    const editor = page.locator('.live-editor textarea').first();
    await page.keyboard.press('Tab');
    expect(await editor.inputValue()).toMatch(/^\/\/ typed\n {2}\S/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect.poll(() => editor.evaluate((element) => element === document.activeElement)).toBe(false);
    await page.getByRole('button', { name: 'Reset' }).waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Escape');
    await reachByTab(page, page.getByRole('button', { name: 'Reset' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('.live-frame') === null);
    expect(await editor.inputValue()).not.toContain('// typed');
    await focused(page, '.live-editor textarea');
    await page.keyboard.press('Escape');
    await reachByTab(page, page.getByRole('button', { name: 'Done' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await focused(page, '.edit-button');
    await page.locator('.live-editor').first().waitFor({ state: 'detached' });
  });

  it('the rest of a row of properties is opened', async () => {
    await page.goto(`${own.url}/api#api-cascader-options`);
    await page.locator('#api-cascader-options > .api-name a').focus();
    const more = page.locator('#api-cascader-options > .api-words > .api-more');
    await reachByTab(page, more.locator('> summary'));
    await page.keyboard.press('Enter');
    await more.getByText('Members').first().waitFor();
    await reachByTab(page, more.getByRole('link').first());
  });

  it("a demo's own page can be opened", async () => {
    await page.goto(`${own.url}/demo/simple`);
    await reachByTab(page, page.locator('.demo-menu > summary'));
    await page.keyboard.press('Enter');
    await reachByTab(page, page.getByRole('link', { name: 'Open in separate page' }));
    const [opened] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
    await opened.waitForURL('**/~demos/**');
    await opened.close();
  });

  it('neighboring pages can be opened; they start at their top, and their title is announced', async () => {
    await page.goto(`${own.url}/demo/simple`);
    await reachByTab(page, page.locator('.neighbour[rel="next"]'));
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/demo/simple');
    await focused(page, 'h1');
    const title = (await page.locator('[data-announcer]').textContent()) ?? '';
    expect(await page.title()).toBe(`${title} - Cascader`);
    expect(await page.locator('h1').textContent()).toContain(title);
    await reachByTab(page, page.locator('.neighbour[rel="prev"]'));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/demo/simple');
  });
});
