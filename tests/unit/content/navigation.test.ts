import { describe, expect, it } from 'vitest';
import { createNavigation } from '../../../src/node/content/navigation.ts';
import { createNavigationLookup, prevNext, sidebarOf } from '../../../src/node/content/navigation-lookup.ts';
import type { UserConfig } from '../../../src/node/project/config/types.ts';
import type { NavItem, SidebarGroup, SidebarItem } from '../../../src/shared/entities.ts';
import { cpuTime } from '../../helpers/cpu-time.ts';
import { createSite, loadSite, siteAt } from './temporary-site.ts';

/** Navigation of a site with these front matters, by file below docs. */
async function navigationOf(pages: Record<string, string>, config: UserConfig = {}) {
  const files = Object.fromEntries(
    Object.entries(pages).map(([path, yaml]) => [`docs/${path}`, `---\n${yaml}\n---\n`]),
  );
  const { loaded, diagnostics } = await loadSite(await createSite(files, config));
  expect(diagnostics).toEqual([]);
  return loaded.navigation;
}

/** `Group: item, item(child, child)` for each group. */
function outline(groups: SidebarGroup[] | undefined): string[] {
  const show = (item: SidebarItem): string =>
    `${item.link === undefined ? `[${item.title}]` : item.title}${item.children ? `(${item.children.map(show).join(', ')})` : ''}`;
  return (groups ?? []).map(({ title, children }) => `${title ?? '-'}: ${children.map(show).join(', ')}`);
}

function navOutline(items: NavItem[] | undefined): string[] {
  return (items ?? []).map(
    (item) =>
      `${item.title} ${item.link} ${item.activePath}${item.children ? ` (${navOutline(item.children).join('; ')})` : ''}`,
  );
}

/** Id of the only content locale of a site without `locales`. */
const LOCALE = 'en';

describe('the site of the cascader', () => {
  it('has the items History and Demo', async () => {
    const navigation = await navigationOf({
      'index.md': 'hero: { title: Cascader }',
      'CHANGELOG.md': 'title: History',
      'demo/simple.md': 'title: simple\nnav: { title: Demo, path: /demo }',
      'demo/adjust-overflow.md': 'title: adjust-overflow\nnav: { title: Demo, path: /demo }',
      'demo/debug.md': 'title: debug\nnav: { title: Demo, path: /demo }',
    });
    expect(navigation.nav[LOCALE]).toEqual([
      { title: 'History', order: 0, activePath: '/Changelog', link: '/Changelog' },
      { title: 'Demo', order: 0, activePath: '/demo', link: '/demo/adjust-overflow' },
    ]);
    expect(Object.keys(navigation.sidebars[LOCALE] ?? {})).toEqual(['/Changelog', '/demo']);
    expect(outline(navigation.sidebars[LOCALE]?.['/demo'])).toEqual(['-: adjust-overflow, debug, simple']);
  });
});

describe('sidebars', () => {
  it('sort by order, then depth, then title in the language of the locale', async () => {
    const pages = {
      'a/index.md': 'title: Own page',
      'a/z.md': 'title: Z\norder: -1',
      'a/b.md': 'title: b',
      'a/umlaut.md': 'title: Ä',
      'a/c.md': 'title: C\norder: 2',
    };
    const config = { locales: [{ id: 'de', name: 'Deutsch' }] };
    const navigation = await navigationOf(pages, config);
    expect(outline(navigation.sidebars.de?.['/a'])).toEqual(['-: Z, Own page, Ä, b, C']);
  });

  it('have groups: first the untitled one, then sorted by the first given order', async () => {
    const navigation = await navigationOf({
      'a/one.md': 'title: One\ngroup: Basics',
      'a/two.md': 'title: Two\ngroup: { title: Advanced }',
      'a/three.md': 'title: Three\ngroup: { title: Basics, order: 1 }',
      'a/four.md': 'title: Four',
      'a/five.md': 'title: Five\ngroup: Basic',
    });
    expect(outline(navigation.sidebars[LOCALE]?.['/a'])).toEqual([
      '-: Four',
      'Advanced: Two',
      'Basic: Five',
      'Basics: One, Three',
    ]);
    expect(navigation.sidebars[LOCALE]?.['/a']?.map(({ order }) => order)).toEqual([0, 0, 0, 1]);
  });

  it('belong to folders at most two levels deep; deeper folders are nested in them', async () => {
    const navigation = await navigationOf({
      'a/x.md': 'title: X',
      'a/b/index.md': 'title: B',
      'a/b/c.md': 'title: C',
      'a/b/deep/d.md': 'title: D\norder: 3',
      'a/b/deep/down/e.md': 'title: E',
      'a/b/page/index.md': 'title: Page\ngroup: More',
      'a/b/page/f.md': 'title: F',
      'a/b/page/g.md': 'title: G\ngroup: More',
    });
    expect(Object.keys(navigation.sidebars[LOCALE] ?? {})).toEqual(['/a/b', '/a']);
    expect(outline(navigation.sidebars[LOCALE]?.['/a'])).toEqual(['-: X']);
    expect(outline(navigation.sidebars[LOCALE]?.['/a/b'])).toEqual([
      '-: B, C, [Deep]([Down](E), D)',
      'More: Page(F), G',
    ]);
  });

  it('belong to folders with pages if there is one level', async () => {
    const navigation = await navigationOf(
      { 'a/b/index.md': 'title: B', 'a/b/c/d.md': 'title: D' },
      { nav: { levels: 1 } },
    );
    expect(Object.keys(navigation.sidebars[LOCALE] ?? {})).toEqual(['/a', '/a/b/c']);
  });

  it('can be configured for each path', async () => {
    const navigation = await navigationOf(
      { 'a/x.md': 'title: X', 'b/y.md': 'title: Y' },
      {
        themeConfig: { sidebar: { '/a': [{ title: 'Mine', children: [{ title: 'Link', link: '/b/y', order: 0 }] }] } },
      },
    );
    expect(outline(navigation.sidebars[LOCALE]?.['/a'])).toEqual(['Mine: Link']);
    expect(outline(navigation.sidebars[LOCALE]?.['/b'])).toEqual(['-: Y']);
  });
});

describe('top navigation', () => {
  it('takes titles from nav, groups or pages, and the order from nav', async () => {
    const navigation = await navigationOf({
      'a/x.md': 'title: X\nnav: { order: 2 }\ngroup: Group',
      'b/y.md': 'title: Y',
      'c/z.md': 'title: Z\nnav: { title: First, order: -1 }',
      'c/z2.md': 'title: Z2\nnav: Last says',
    });
    expect(navOutline(navigation.nav[LOCALE])).toEqual(['Last says /c/z /c', 'Y /b/y /b', 'Group /a/x /a']);
  });

  it('distinguishes paths with a common beginning', async () => {
    const navigation = await navigationOf({ 'demo/a.md': 'title: A', 'demo-x/b.md': 'title: B\nnav: Other' });
    expect(navOutline(navigation.nav[LOCALE])).toEqual(['A /demo/a /demo', 'Other /demo-x/b /demo-x']);
  });

  it('has two levels, and lifts an only child', async () => {
    const navigation = await navigationOf({
      'guide/basics/start.md': 'title: Start\nnav: { title: Guide, order: 1, second: { title: Basics, order: 2 } }',
      'guide/advanced/theme.md': 'title: Theme\nnav: { second: Advanced }',
      'api/core/index.md': 'title: Core',
      'demo/a.md': 'title: A',
    });
    expect(navOutline(navigation.nav[LOCALE])).toEqual([
      'A /demo/a /demo',
      'Api /api/core /api/core',
      'Guide undefined /guide (Advanced /guide/advanced/theme /guide/advanced; Basics /guide/basics/start /guide/basics)',
    ]);
  });

  it('has no second level for pages without a sidebar, unless they name it', async () => {
    const navigation = await navigationOf({
      'blog/index.md': 'title: Blog\nsidebar: false',
      'blog/2025/first.md': 'title: First\nsidebar: false',
      'blog/2026/second.md': 'title: Second\nsidebar: false',
      'news/index.md': 'title: News\nsidebar: false',
      'news/2026/third.md': 'title: Third\nsidebar: false\nnav: { title: News, second: Of 2026 }',
      'notes/2026/fourth.md': 'title: Fourth\nsidebar: false',
    });
    expect(navOutline(navigation.nav[LOCALE])).toEqual([
      'Blog /blog /blog',
      'News /news /news (Of 2026 /news/2026/third /news/2026)',
      'Notes /notes/2026/fourth /notes/2026',
    ]);
  });

  it('has one level on request', async () => {
    const navigation = await navigationOf({ 'a/b/c.md': 'title: C', 'a/x.md': 'title: X' }, { nav: { levels: 1 } });
    expect(navOutline(navigation.nav[LOCALE])).toEqual(['X /a/x /a', 'C /a/b/c /a/b']);
  });

  it.each([
    [[{ title: 'Mine', link: '/~pages' }], ['Mine']],
    [{ mode: 'override', value: [{ title: 'Mine', link: '/~pages' }] }, ['Mine']],
    [{ mode: 'prepend', value: [{ title: 'Mine', link: '/~pages' }] }, ['Mine', 'A', 'B']],
    [{ mode: 'append', value: [{ title: 'Mine', link: '/~pages' }] }, ['A', 'B', 'Mine']],
    [{ en: [{ title: 'Mine', link: '/~pages' }] }, ['Mine']],
  ] as const)('is merged with %j', async (nav, titles) => {
    const config = { themeConfig: { nav } } as unknown as UserConfig;
    const navigation = await navigationOf({ 'a/x.md': 'title: A', 'b/x.md': 'title: B' }, config);
    expect(navigation.nav[LOCALE]?.map(({ title }) => title)).toEqual(titles);
  });
});

describe('locales', () => {
  const locales = [
    { id: 'zh-CN', name: '中文' },
    { id: 'en', name: 'English' },
    { id: 'de', name: 'Deutsch', suffix: '-de' },
  ];
  const pages = {
    'index.md': '',
    'index.en.md': '',
    'index.de.md': '',
    'guide/a.md': 'title: 甲',
    'guide/a.en.md': 'title: A\nnav: Guide',
    'guide/a.de.md': 'title: Ah',
    'guide/deep/b.de.md': 'title: B',
    'entity/x.md': 'title: X',
  };

  it('have separate navigation', async () => {
    const navigation = await navigationOf(pages, { locales, fallback: false });
    expect(navOutline(navigation.nav.en)).toEqual(['Guide /en/guide/a /en/guide']);
    expect(navOutline(navigation.nav['zh-CN'])).toEqual(
      expect.arrayContaining(['甲 /guide/a /guide', 'X /entity/x /entity']),
    );
    expect(Object.keys(navigation.sidebars.en ?? {})).toEqual(['/en/guide']);
    expect(Object.keys(navigation.sidebars.de ?? {})).toEqual(['/guide', '/guide/deep']);
    expect(navigation.sidebars.de?.['/guide']?.[0]?.children[0]?.link).toBe('/guide/a-de');
    expect(outline(sidebarOf(navigation, 'de', '/guide/deep/b-de'))).toEqual(['-: B']);
  });

  it('have fallback pages of the first locale for missing translations, with their language', async () => {
    const more = { 'guide/c.md': 'title: 丙\nnav: 指南', 'entity/index.md': 'title: 体' };
    const { nav, sidebars } = await navigationOf({ ...pages, ...more }, { locales });
    // The navigation of a translated page has priority over that of fallback pages.
    expect(navOutline(nav.en)).toEqual(['体 /en/entity /en/entity', 'Guide /en/guide/a /en/guide']);
    expect(Object.keys(sidebars.de ?? {})).toEqual(['/entity', '/guide', '/guide/deep']);
    expect(sidebars.en?.['/en/guide']?.[0]?.children).toEqual([
      { title: 'A', link: '/en/guide/a', order: 0 },
      { title: '丙', link: '/en/guide/c', order: 0, lang: 'zh-CN' },
    ]);
    expect(Object.keys(sidebars['zh-CN'] ?? {})).toEqual(['/entity', '/guide']);
  });
});

describe('navigation lookup', () => {
  const item = (link: string | undefined, children?: SidebarItem[]): SidebarItem => ({
    title: link ?? 'Folder',
    link,
    order: 0,
    children,
  });
  const groups: SidebarGroup[] = [
    { children: [item('/a/1'), item(undefined, [item('/a/2')])] },
    { title: 'More', children: [item('/a/3')] },
  ];
  const navigation = { nav: {}, sidebars: { [LOCALE]: { '/a': groups, '/a/b': [{ children: [item('/a/b/x')] }] } } };

  it('finds the previous and next page across groups and folders', () => {
    const around = (route: string) => {
      const { previous, next } = prevNext(groups, route);
      return [previous?.link, next?.link];
    };
    expect(around('/a/1')).toEqual([undefined, '/a/2']);
    expect(around('/a/2')).toEqual(['/a/1', '/a/3']);
    expect(around('/a/3')).toEqual(['/a/2', undefined]);
    expect(around('/other')).toEqual([undefined, undefined]);
  });

  it('finds the sidebar that lists a page, or else the nearest one above it', () => {
    expect(sidebarOf(navigation, LOCALE, '/a/2')).toBe(groups);
    expect(sidebarOf(navigation, LOCALE, '/a/b/x')).toBe(navigation.sidebars[LOCALE]?.['/a/b']);
    expect(sidebarOf(navigation, LOCALE, '/a/unlisted')).toBe(groups);
    expect(sidebarOf(navigation, LOCALE, '/')).toBeUndefined();
    expect(sidebarOf(navigation, 'fr', '/a/1')).toBeUndefined();
    expect(createNavigationLookup(navigation).prevNext(LOCALE, '/a/2').next?.link).toBe('/a/3');
  });

  it('stays fast with 10,000 pages in one folder', async () => {
    const site = siteAt('/project');
    const { loaded } = await loadSite(await createSite({ 'docs/a/0.md': '' }));
    const page = loaded.pages[0];
    if (!page) throw new Error('no page');
    const pages = Array.from({ length: 10_000 }, (_, i) => ({
      ...page,
      sourcePath: `docs/a/${i}.md`,
      routePath: `/a/${i}`,
      title: `Page ${i}`,
      frontmatter: { nav: { title: 'A' } },
    }));
    const time = await cpuTime(() => {
      const made = createNavigation(site, pages);
      const lookup = createNavigationLookup(made);
      for (const { routePath } of pages) {
        expect(lookup.sidebarOf(LOCALE, routePath)).toBeDefined();
        lookup.prevNext(LOCALE, routePath);
      }
    });
    expect(time).toBeLessThan(3000);
  });
});
