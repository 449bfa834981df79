import { describe, expect, it } from 'vitest';
import { openGallery, openHandbook, openOwnSite } from '../../helpers/sites.ts';
import { readStructure, type Structure } from './structure.ts';

const sites = { own: await openOwnSite(), handbook: await openHandbook(), gallery: await openGallery() };
/** Scripts are disabled, because the structure of a page is in its HTML. */
const still = (await sites.own.open('/', { javaScriptEnabled: false })).page;
const structures = new Map<string, Structure>();

const routes = Object.entries(sites).flatMap(([name, { url, routes }]) =>
  routes.map((route) => ({ site: name, route, url: url + route })),
);

async function structureOf(url: string): Promise<Structure> {
  let structure = structures.get(url);
  if (structure) return structure;
  await still.goto(url);
  structure = await readStructure(still);
  structures.set(url, structure);
  return structure;
}

/** Whether this is the list of all pages of the site with several languages. */
const listsLanguages = (url: string): boolean => url === `${sites.gallery.url}/~pages`;

describe.each(routes)('$route of the site $site', ({ url, route }) => {
  it('has the structure that assistive technology needs', async () => {
    const { mains, headings, landmarks, currentPage, lang, chineseWithoutLang, imagesWithoutAlt } =
      await structureOf(url);
    expect(mains).toBe(1);
    expect(headings.filter((level) => level === 1)).toHaveLength(1);
    expect(headings[0]).toBe(1);
    expect(headings.filter((level, index) => level > (headings[index - 1] ?? 0) + 1)).toEqual([]);

    expect(landmarks.filter((landmark) => landmark.endsWith(': '))).toEqual([]);
    // Tables in the same section of the text have the same name.
    const unique = landmarks.filter((landmark) => !landmark.startsWith('section'));
    expect(unique).toEqual([...new Set(unique)]);
    const isListed =
      (landmarks.includes('nav: Sidebar') || landmarks.includes('nav: 侧边菜单')) && !route.startsWith('/no/');
    expect(currentPage).toEqual(isListed ? [route] : []);

    expect(lang).toBe(route.startsWith('/zh') ? 'zh-CN' : 'en');
    if (!listsLanguages(url)) expect(chineseWithoutLang).toEqual([]);
    expect(imagesWithoutAlt).toEqual([]);
  });
});

describe.each(Object.entries(sites))('the site %s', (_, { url, routes }) => {
  it('gives every page a unique title', async () => {
    const titles: string[] = [];
    for (const route of routes) titles.push((await structureOf(url + route)).title);
    expect(titles).toEqual([...new Set(titles)]);
    expect(titles).not.toContain('');
  });
});

describe('the list of all pages', () => {
  it('marks the language of pages in another language', async () => {
    expect((await structureOf(`${sites.gallery.url}/~pages`)).chineseWithoutLang).toEqual([]);
  });
});

describe('the navigation', () => {
  it.each([
    ['/Changelog', '/Changelog'],
    ['/demo/simple', '/demo/simple'],
  ])('of %s marks the path to it', async (route, way) => {
    expect((await structureOf(sites.own.url + route)).currentWay).toEqual([way]);
  });

  it('stays in the language of the pages when the interface language differs', async () => {
    const { page } = await sites.own.open('/demo/simple');
    await page.evaluate(() => localStorage.setItem('cascader-docs:lang', 'zh-CN'));
    await page.reload();
    await page.locator('.skip-link', { hasText: '跳到正文' }).waitFor({ state: 'attached' });
    const wrong = await page
      .locator('.navbar a, .sidebar-nav a:not([data-message]), .toc a, .neighbour')
      .evaluateAll((links) =>
        links
          .filter((link) => link.closest<HTMLElement>('[lang]')?.lang !== 'en')
          .map((link) => `${link.textContent} ${link.closest<HTMLElement>('[lang]')?.lang}`),
      );
    expect(wrong).toEqual([]);
    expect(await page.locator('h1 + .heading-anchor').getAttribute('aria-label')).toBe('链接到 Simple');
    expect(await page.title()).toBe('Simple - Cascader');
    // Strings of the shell are in the interface language, also as the title of a page.
    await page.goto(`${sites.own.url}/no/such/page`);
    await page.waitForFunction(() => document.title === '页面未找到');
    await page.goto(`${sites.own.url}/~pages`);
    await page.waitForFunction(() => document.title === '全部页面 - Cascader');
    expect(await page.locator('h1').textContent()).toBe('全部页面');
    await page.locator('a[href="/Changelog"]').first().click();
    await page.waitForFunction(() => document.title === 'History - Cascader');
  });
});
