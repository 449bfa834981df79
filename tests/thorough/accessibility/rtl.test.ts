import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findFaults, WINDOWS } from '../../helpers/accessibility.ts';
import { overflowing } from '../../helpers/geometry.ts';
import { type BuiltSite, openGallery, openGalleryWith } from '../../helpers/sites.ts';

let rtl: BuiltSite;
let ltr: BuiltSite;
let page: Page;
let other: Page;

beforeAll(async () => {
  rtl = await openGalleryWith({ themeConfig: { rtl: true } });
  ltr = await openGallery();
  page = (await rtl.open('/')).page;
  other = (await ltr.open('/')).page;
});

/** Returns how far an element is from the side of the window where lines begin, and from the side where they end. */
const distances = async (of: Page, selector: string): Promise<[number, number]> => {
  const box = await of.locator(selector).first().boundingBox();
  const width = await of.evaluate(() => document.documentElement.clientWidth);
  if (!box) throw new Error(`${selector} is not shown`);
  const [left, right] = [Math.round(box.x), Math.round(width - box.x - box.width)];
  return (await of.locator('html').getAttribute('dir')) === 'rtl' ? [right, left] : [left, right];
};

const PAGES = ['/', '/guide/blocks', '/guide/demos', '/guide/tabs', '/guide/advanced/deep/one', '/no/such/page'];

describe('a right-to-left site', () => {
  it.each(PAGES)('%s has no violation, and does not scroll horizontally', async (path) => {
    for (const size of Object.values(WINDOWS)) {
      await page.setViewportSize(size);
      await page.goto(rtl.url + path);
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
      expect(await overflowing(page)).toEqual([]);
    }
    expect(await findFaults(page)).toEqual([]);
  });

  it.each([
    ['/', ['.logo', '.navbar', '.header-tools', '.color-switch', '.hero-title', '.feature', '.footer']],
    [
      '/guide/blocks',
      [
        '.sidebar-nav',
        '.sidebar-nav a',
        '.main',
        'h1',
        '.container',
        '.table',
        '.tree ul ul',
        '.toc-column',
        '.toc-list a',
      ],
    ],
    ['/guide/demos', ['.demo-card', '.demo-title', '.demo-actions', '.demo-code > summary', '.neighbour-next']],
  ])('%s mirrors the left-to-right site', async (path, selectors) => {
    for (const opened of [page, other]) await opened.setViewportSize(WINDOWS.desktop);
    await page.goto(rtl.url + path);
    await other.goto(ltr.url + path);
    for (const selector of selectors) {
      const [one, two] = [await distances(page, selector), await distances(other, selector)];
      // Words in a line may shift by a pixel or two.
      expect(Math.abs(one[0] - two[0]), `${selector} ${one} ${two}`).toBeLessThanOrEqual(3);
    }
  });

  it.each([
    ['.menu-button', '.drawer'],
    ['.toc-button', '.toc-column'],
  ])('mirrors the popup that %s opens on a phone', async (opener, popup) => {
    for (const [opened, url] of [
      [page, rtl.url],
      [other, ltr.url],
    ] as const) {
      await opened.setViewportSize(WINDOWS.phone);
      await opened.goto(`${url}/guide/blocks`);
      await opened.locator(opener).click();
    }
    expect(await distances(page, popup)).toEqual(await distances(other, popup));
  });

  it('keeps code left-to-right', async () => {
    await page.goto(`${rtl.url}/guide/blocks`);
    const directions = await page
      .locator('pre')
      .evaluateAll((blocks) => blocks.map((block) => getComputedStyle(block).direction));
    expect(new Set(directions)).toEqual(new Set(['ltr']));
  });

  it('moves between tabs in the reading direction', async () => {
    await page.goto(`${rtl.url}/guide/tabs`);
    await page.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toBe('More');
  });
});
