import { beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

const titles = ['Getting started', 'Components', 'Design tokens', 'Accessibility', 'Migration guide', 'Release notes'];
let site: OpenSite;

beforeAll(async () => {
  const nav = titles.map((title, index) => ({ title, link: `/p${index}` }));
  const fixture = await createSite({
    'cascader-docs.config.ts': `export default { themeConfig: { name: 'A library with a remarkably long name', nav: ${JSON.stringify(nav)} } };\n`,
    'docs/index.md': '# Home\n\nText.\n',
    ...Object.fromEntries(titles.map((title, index) => [`docs/p${index}.md`, `# ${title}\n\nText.\n`])),
  });
  const { text } = await fixture.build({ cache: false });
  expect(text).toBe('');
  site = await openSite({ root: fixture.root });
});

/** Returns the titles of the visible entries, in the row and in open menus. */
const seen = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('.navbar a')]
    .filter((link) => link.checkVisibility())
    .map((link) => link.innerText);

describe('a header with six entries', () => {
  it.each([
    961, 1024, 1180, 1280, 1366, 1600,
  ])('fits in one row at %i px, with the remaining entries in a menu', async (width) => {
    const { page } = await site.open('/', { viewport: { width, height: 800 } });
    const { height, tops, overflow } = await page.evaluate(() => {
      const header = document.querySelector('.header');
      const parts = [...document.querySelectorAll('.navbar > ul > li')].filter((part) => part.checkVisibility());
      return {
        height: header?.getBoundingClientRect().height,
        tops: new Set(parts.map((part) => Math.round(part.getBoundingClientRect().top))).size,
        overflow: document.documentElement.scrollWidth - innerWidth,
      };
    });
    expect({ height, tops, overflow }).toEqual({ height: 60, tops: 1, overflow: 0 });
    const more = page.locator('.nav-more > details > summary');
    if (await more.isVisible()) await more.click();
    await expect.poll(() => page.evaluate(seen)).toEqual(titles);
  });

  it('marks the current page once, in the row or in the menu', async () => {
    for (const width of [1024, 1180, 1366]) {
      const { page } = await site.open('/p1', { viewport: { width, height: 800 } });
      const marked = await page
        .locator('.navbar > ul > li > a, .navbar > ul > li > details > summary')
        .evaluateAll(
          (parts) =>
            parts.filter((part) => part.checkVisibility() && getComputedStyle(part).fontWeight === '600').length,
        );
      expect({ width, marked }).toEqual({ width, marked: 1 });
      await page.close();
    }
  });

  it('fits in one row on a phone, however long the name is, and its menu has all entries', async () => {
    const { page } = await site.open('/', { viewport: { width: 390, height: 800 } });
    expect((await page.locator('.header').boundingBox())?.height).toBe(56);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.locator('.menu-button').click();
    await expect.poll(() => page.evaluate(seen)).toEqual(titles);
    await page.locator('.nav-more').waitFor({ state: 'hidden' });
  });
});
