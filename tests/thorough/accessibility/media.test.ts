import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setScheme, WINDOWS, wakeDemos } from '../../helpers/accessibility.ts';
import { reachByTab } from '../../helpers/focus.ts';
import { type BuiltSite, openGallery, openOwnSite } from '../../helpers/sites.ts';

let own: BuiltSite;
let gallery: BuiltSite;
let page: Page;

beforeAll(async () => {
  own = await openOwnSite();
  gallery = await openGallery();
  page = (await own.open('/')).page;
});

afterEach(() => page.emulateMedia({ media: null, reducedMotion: null, forcedColors: null, colorScheme: null }));

/** Returns a computed style of the first element that matches. */
const styleOf = (selector: string, property: string, pseudo?: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, [name, of]) => getComputedStyle(element, of).getPropertyValue(name ?? ''), [property, pseudo]);

describe('reduced motion', () => {
  const running = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);

  it('disables all animations, also while a page is loading and when popups open', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${own.url}/`);
    await wakeDemos(page);
    expect(await styleOf('html', 'scroll-behavior')).toBe('auto');
    expect(await running()).toBe(0);
    await page.evaluate(() => document.documentElement.setAttribute('data-navigating', ''));
    expect(await running()).toBe(0);
    await page.locator('.header-tools summary').click();
    expect(await running()).toBe(0);
    await page.setViewportSize(WINDOWS.phone);
    await page.goto(`${own.url}/demo/simple`);
    await page.locator('.menu-button').first().click();
    expect(await running()).toBe(0);
    await page.setViewportSize(WINDOWS.desktop);
  });

  it('does not affect other readers, for whom scrolling is smooth', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(`${own.url}/`);
    expect(await styleOf('html', 'scroll-behavior')).toBe('smooth');
  });
});

describe.each(['light', 'dark'] as const)('forced colors on a %s system', (colorScheme) => {
  const force = async (url: string): Promise<void> => {
    // Without motion, an element that gets the focus is in view at once.
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
    await page.goto(url);
  };

  it('keep the focus visible', async () => {
    await force(`${own.url}/demo/simple`);
    await reachByTab(page, page.locator('.demo-code > summary'));
    const [outline, canvas] = [
      await styleOf('.demo-code > summary', 'outline-color'),
      await styleOf('body', 'background-color'),
    ];
    expect(outline).not.toBe(canvas);
  });

  it('keep selected items distinguishable from others', async () => {
    await force(`${own.url}/demo/simple`);
    const looks = async (chosen: string, other: string): Promise<void> => {
      for (const selector of [chosen, other]) await page.locator(selector).first().waitFor();
      const properties = ['background-color', 'border-bottom-color', 'text-decoration-line'];
      const [one, two] = await Promise.all(
        [chosen, other].map((selector) => Promise.all(properties.map((property) => styleOf(selector, property)))),
      );
      expect(one, chosen).not.toEqual(two);
    };
    await looks('.sidebar-nav a[aria-current="page"]', '.sidebar-nav a:not([aria-current])');
    await looks('.color-switch label:has(:checked)', '.color-switch label:not(:has(:checked))');
    await looks('.nav-link[aria-current]', '.nav-link:not([aria-current])');
    await page.goto(`${gallery.url}/guide/blocks`);
    await looks('.tab[aria-selected="true"]', '.tab[aria-selected="false"]');
    await page.locator('h2').nth(2).scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
    await looks('.toc-list a[aria-current]', '.toc-list a:not([aria-current])');
  });

  it('keep icons visible', async () => {
    await force(`${gallery.url}/guide/blocks`);
    const canvas = await styleOf('body', 'background-color');
    expect(await styleOf('.copy-button', 'background-color', '::before')).not.toBe(canvas);
    expect(await styleOf('.header .icon', 'stroke')).not.toBe(canvas);
  });
});

describe('readers who prefer more contrast', () => {
  it.each(['light', 'dark'] as const)('get it in the %s scheme', async (scheme) => {
    await page.emulateMedia({ media: null, forcedColors: 'none', contrast: 'no-preference' });
    await page.goto(`${gallery.url}/guide/blocks`);
    await setScheme(page, scheme);
    const [calm, line, link] = [
      await styleOf('.toc-list a', 'color'),
      await styleOf('.table', 'border-top-color'),
      await styleOf('.article a', 'color'),
    ];
    await page.emulateMedia({ contrast: 'more' });
    const text = await styleOf('body', 'color');
    expect(calm).not.toBe(text);
    expect(await styleOf('.toc-list li:not(:first-child) a', 'color')).toBe(text);
    expect(await styleOf('.table', 'border-top-color')).not.toBe(line);
    expect(await styleOf('.article a:not(.heading-anchor)', 'color')).not.toBe(link);
    await page.emulateMedia({ contrast: 'no-preference' });
  });
});

describe.each(['light', 'dark'] as const)('in print, from the %s scheme', (scheme) => {
  const print = async (url: string): Promise<void> => {
    await page.emulateMedia({ media: null });
    await page.goto(url);
    await setScheme(page, scheme);
    await page.emulateMedia({ media: 'print' });
  };

  it.each([
    ['own', '/'],
    ['own', '/demo/simple'],
    ['gallery', '/guide/blocks'],
    ['gallery', '/guide/tabs'],
    ['gallery', '/guide/demos'],
  ])('%s %s is dark text on white, and the article is complete', async (site, path) => {
    await print((site === 'own' ? own : gallery).url + path);
    const { hidden, pale } = await page.locator('main').evaluate((main) => {
      const luminance = (color: string): number => {
        const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
        return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
      };
      const texts = [
        ...main.querySelectorAll<HTMLElement>('h1, h2, h3, p, li, td, th, pre, pre .token, summary, code'),
      ];
      const own = texts.filter(
        (element) =>
          !element.closest(
            '[data-demo-root], .demo-steps, [popover], .neighbours, .content-meta, .demo-actions, .demo-code > summary, .code-fold > summary, [role="status"], .hero-actions, .demo-code:not([open]), .api-more > summary, .api-source, .api-default:not(:has(code)), .api-table > thead, .api-group:not([open]), .api-words:not(:has(p, li, pre, td))',
          ),
      );
      const name = (element: HTMLElement): string =>
        `${element.localName}.${element.className} ${element.textContent?.slice(0, 30)}`;
      return {
        hidden: own
          .filter((element) => element.textContent?.trim() && element.getBoundingClientRect().height === 0)
          .map(name),
        pale: own.filter((element) => luminance(getComputedStyle(element).color) > 0.4).map(name),
      };
    });
    expect(hidden).toEqual([]);
    expect(pale).toEqual([]);
    const paper = await page.evaluate(() =>
      [document.documentElement, document.body].map((element) => getComputedStyle(element).backgroundColor),
    );
    expect(paper.filter((color) => !['rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)'].includes(color))).toEqual([]);
    for (const navigation of ['.header', '.sidebar', '.toc-column'])
      expect(await page.locator(navigation).isVisible(), navigation).toBe(false);
  });

  it('shows only the open file of a demo', async () => {
    await print(`${gallery.url}/guide/demos`);
    const shown = await page.locator('main').innerText();
    expect(shown).toContain("import { label } from './label.ts'");
    expect(shown).not.toContain('export const label');
    expect(shown).not.toContain('useState');
  });
});
