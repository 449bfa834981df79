import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { WINDOWS } from '../../helpers/accessibility.ts';
import { clippedTexts, overflowing, smallTargets } from '../../helpers/geometry.ts';
import { type BuiltSite, openGallery, openOwnSite } from '../../helpers/sites.ts';

/** Pages of our own site and of the gallery that together contain everything. */
const PAGES = [
  ['own', '/'],
  ['own', '/Changelog'],
  ['own', '/demo/simple'],
  ['own', '/demo/panel'],
  ['own', '/no/such/page'],
  ['own', '/~pages'],
  ['gallery', '/'],
  ['gallery', '/guide/blocks'],
  ['gallery', '/guide/demos'],
  ['gallery', '/guide/tabs'],
  ['gallery', '/guide/advanced/deep/one'],
  ['gallery', '/zh/guide/blocks'],
] as const;

/** A window of 320 pixels, one of 1280 x 900 at 400 %, and one of a tablet. */
const NARROW = [
  { width: 320, height: 256 },
  { width: 320, height: 225 },
  { width: 768, height: 600 },
];

/** The text spacing that success criterion 1.4.12 requires. */
const TEXT_SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`;

let sites: { own: BuiltSite; gallery: BuiltSite };
let page: Page;
let touch: Page;
/** A page in a browser with twice the usual text size. */
let large: Page;

beforeAll(async () => {
  sites = { own: await openOwnSite(), gallery: await openGallery() };
  page = (await sites.own.open('/')).page;
  touch = (await sites.own.open('/', { viewport: WINDOWS.phone, hasTouch: true, isMobile: true })).page;
  large = (await sites.own.open('/')).page;
  const session = await large.context().newCDPSession(large);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
});

const visit = async (site: keyof typeof sites, path: string, of = page): Promise<void> => {
  await of.goto(sites[site].url + path);
};
/** Adds a style sheet to the page. Its content security policy allows no `<style>` element. */
const addStyle = (css: string): Promise<void> =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, css);

/** Returns clipped texts, and elements that make the page scroll horizontally, at some window sizes. */
async function problems(of: Page, sizes: { width: number; height: number }[]): Promise<string[]> {
  const found: string[] = [];
  for (const size of sizes) {
    await of.setViewportSize(size);
    const problems = [...(await clippedTexts(of)), ...(await overflowing(of))];
    found.push(...problems.map((problem) => `${size.width}: ${problem}`));
  }
  return found;
}

describe.each(PAGES)('the page %s %s', (site, path) => {
  it('is complete in narrow windows, and with more space between letters, words and lines', async () => {
    await visit(site, path);
    expect(await problems(page, NARROW)).toEqual([]);
    await addStyle(TEXT_SPACING);
    expect(await problems(page, Object.values(WINDOWS))).toEqual([]);
  });

  it('is complete with text of twice the size', async () => {
    await visit(site, path, large);
    expect(await large.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    expect(await problems(large, Object.values(WINDOWS))).toEqual([]);
  });

  it('has targets of 24 pixels, and of 44 pixels for navigation by touch', async () => {
    await page.setViewportSize(WINDOWS.desktop);
    await visit(site, path);
    expect(await smallTargets(page, 24)).toEqual([]);
    await visit(site, path, touch);
    expect(await smallTargets(touch, 24)).toEqual([]);
    expect(await smallTargets(touch, 44, '.header')).toEqual([]);
  });
});

describe('on a phone', () => {
  it.each([
    ['the drawer', '/guide/blocks', '.menu-button', '.drawer'],
    ['the table of contents', '/guide/blocks', '.toc-button', '.toc-column'],
  ])('%s has targets of 44 pixels and stays in the window', async (_, path, opener, popup) => {
    await visit('gallery', path, touch);
    await touch.locator(opener).tap();
    expect(await touch.locator(popup).isVisible()).toBe(true);
    expect(await smallTargets(touch, 44, popup)).toEqual([]);
    expect(await overflowing(touch)).toEqual([]);
  });
});

describe('content that is too wide', () => {
  it('scrolls in a box that the keyboard reaches', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await visit('gallery', '/guide/blocks');
    const boxes = await page.locator('main *').evaluateAll((elements) =>
      elements
        .filter((element) => {
          const { overflowX } = getComputedStyle(element);
          return ['auto', 'scroll'].includes(overflowX) && element.scrollWidth > element.clientWidth;
        })
        .map((element) => ({
          kind: element.localName,
          isReached: (element as HTMLElement).tabIndex === 0 || element.querySelector('[tabindex="0"]') !== null,
        })),
    );
    expect(boxes.map(({ kind }) => kind)).toContain('pre');
    expect(boxes.filter(({ isReached }) => !isReached)).toEqual([]);
    // At this width, a wide table is displayed as a list of its rows.
    expect(boxes.filter(({ kind }) => kind === 'section')).toEqual([]);
  });

  it('does not make a demo wider than its card', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await visit('own', '/demo/multiple');
    const card = await page.locator('.demo-card').first().boundingBox();
    expect(card && card.x + card.width).toBeLessThanOrEqual(320);
  });
});
