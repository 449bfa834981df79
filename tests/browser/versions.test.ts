import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findFaults } from '../helpers/accessibility.ts';
import { type OpenPage, type OpenSite, openSite, wake } from '../helpers/pages.ts';
import { createVersionsSite } from '../helpers/versions-site.ts';

let site: OpenSite;

beforeAll(async () => {
  const { root } = await createVersionsSite();
  site = await openSite({ root, outDir: path.join(root, 'dist') });
});

const bannerOf = ({ page }: OpenPage) => page.locator('aside[data-version]');

/** Opens an archived page, and waits for its banner. */
async function openArchived(address: string, options?: Parameters<OpenSite['open']>[1]): Promise<OpenPage> {
  const opened = await site.open(address, options);
  await bannerOf(opened).locator('summary').waitFor({ timeout: 10_000 });
  return opened;
}

describe('the banner of an archived page', () => {
  it('leads to the same page, to all versions and to search, without a message', async () => {
    const opened = await openArchived('/v/1.x/components/cascader');
    const { page, messages } = opened;
    const banner = bannerOf(opened);
    expect(await banner.locator('div > p').textContent()).toBe('You are reading 1.x. The same page in 2.x');
    await banner.locator('summary').press('Enter');
    const links = banner.locator('li a');
    await expect.poll(() => links.nth(2).getAttribute('href')).toBe('/v/0.x/cascader.html');
    expect(await links.allTextContents()).toEqual(['2.x', '1.x', '0.x', 'Legacy']);
    expect(await links.nth(0).getAttribute('href')).toBe('/components/data/cascader');
    expect(await links.nth(3).getAttribute('href')).toBe('https://legacy.example.org/');
    expect(await banner.locator('[aria-current]').textContent()).toBe('1.x');
    // Outside of landmarks, axe accepts a skip link only before all other links.
    expect(await findFaults(page, { without: '.skip-link' })).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await banner.locator('details').getAttribute('open')).toBeNull();
    expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.localName)).toBe('summary');

    await banner.getByText('Search in 2.x').click();
    await page.locator('dialog:popover-open input').waitFor();
    await page.waitForLoadState('networkidle');
    expect(page.url()).toBe(`${site.url}/~pages#/`);
    await page.goBack();
    await banner.getByText('The same page in 2.x').click();
    await page.waitForURL(`${site.url}/components/data/cascader`);
    expect(messages).toEqual([]);
  });

  it('names the nearest page, and follows navigation within the version', async () => {
    const opened = await openArchived('/v/1.x/components/old');
    const { page, messages } = opened;
    const sentence = bannerOf(opened).locator('div > p');
    expect(await sentence.textContent()).toBe('You are reading 1.x. This page is not in 2.x. Nearest page: Components');
    await wake(page);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await page.locator('a[href="/v/1.x/components/cascader"]').first().click();
    await expect.poll(() => sentence.textContent()).toBe('You are reading 1.x. The same page in 2.x');
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
    expect(messages).toEqual([]);
  });

  it('is in the language of the page', async () => {
    const opened = await openArchived('/v/1.x/zh/components/cascader');
    const link = bannerOf(opened).locator('p a');
    expect(await link.textContent()).toBe('2.x 中的同一页面');
    expect(await link.getAttribute('href')).toBe('/zh/components/data/cascader');
  });

  it('works in a page of another tool, whatever its policy and its styles are', async () => {
    const opened = await openArchived('/v/0.x/cascader', {
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    const { page, messages } = opened;
    const banner = bannerOf(opened);
    expect(await banner.locator('p a').getAttribute('href')).toBe('/components/data/cascader');
    expect(await banner.boundingBox()).toMatchObject({ x: expect.closeTo(8, 0), width: expect.closeTo(374, 0) });
    expect(await banner.locator('div').getAttribute('class')).toBe('dark');
    await banner.locator('summary').click();
    expect(await findFaults(page, { within: 'aside' })).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.locator('#next').click();
    await expect.poll(() => banner.locator('p a').getAttribute('href')).toBe('/components');
    expect(messages).toEqual([]);
  });

  it('is not hidden by a fixed header, and not shown in print or in a frame', async () => {
    const opened = await openArchived('/v/0.x/fixed');
    const box = await bannerOf(opened).locator('div').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(900);
    await opened.page.emulateMedia({ media: 'print' });
    expect(await bannerOf(opened).isVisible()).toBe(false);
    await opened.page.emulateMedia({ media: 'screen' });
    const { page } = await site.open('/404');
    await page.setContent(`<iframe src="${site.url}/v/1.x/"></iframe>`);
    const framed = page.frameLocator('iframe').locator('aside[data-version]');
    expect(await framed.textContent()).toBe('This is 1.x. Go to the current version.');
    expect(await framed.evaluate((aside) => aside.shadowRoot)).toBeNull();
  });

  it('stays a plain link if a policy forbids the lists, without a script, and if a list is missing', async () => {
    const closed = await site.open('/v/0.x/closed');
    await closed.page.waitForLoadState('networkidle');
    expect(await bannerOf(closed).locator('summary').count()).toBe(0);
    expect(closed.messages).toEqual([]);
    const plain = await site.open('/v/1.x/', { javaScriptEnabled: false });
    expect(await bannerOf(plain).locator('a').getAttribute('href')).toBe('/');
    const broken = await site.open('/v/1.x/', {
      before: (page) => page.route(/~versions/, (route) => route.fulfill({ json: null })),
    });
    await broken.page.waitForLoadState('networkidle');
    expect(await bannerOf(broken).locator('a').isVisible()).toBe(true);
  });
});

describe('the picker of a current page', () => {
  it('follows client navigation, and its links load documents', async () => {
    const { page, messages } = await site.open('/components/data/cascader');
    await wake(page);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    const links = page.locator('.version-switch a');
    const hrefs = (): Promise<(string | null)[]> =>
      links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(await hrefs()).toEqual([
      '/components/data/cascader',
      '/v/1.x/components/cascader',
      '/v/0.x/cascader.html',
      'https://legacy.example.org/',
    ]);
    await page.locator('main a', { hasText: 'New' }).click();
    await page.waitForURL(`${site.url}/components/new`);
    expect((await hrefs())[1]).toBe('/v/1.x/components');
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
    await page.locator('.version-switch summary').press('Enter');
    expect(await links.nth(1).innerText()).toMatch(/^1\.x\s+Nearest page: Components$/);
    expect(await findFaults(page)).toEqual([]);
    await links.nth(1).click();
    await page.waitForURL(`${site.url}/v/1.x/components`);
    expect(await page.evaluate(() => 'isSame' in window)).toBe(false);
    expect(messages).toEqual([]);
  });

  it('works without a script, on a phone', async () => {
    const { page } = await site.open('/zh/components/data/cascader', {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
    await page.locator('.menu-button').click();
    const menu = page.locator('.version-switch');
    await menu.locator('summary').click();
    expect(await menu.locator('[aria-current]').getAttribute('href')).toBe('/zh/components/data/cascader');
    await menu.locator('a', { hasText: '1.x' }).click();
    await page.waitForURL(`${site.url}/v/1.x/zh/components/cascader`);
  });
});
