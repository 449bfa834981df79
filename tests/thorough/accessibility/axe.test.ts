import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  COLOUR_RULES,
  type FindOptions,
  findFaults,
  preloadAxe,
  SCHEMES,
  SIZE_RULES,
  setScheme,
  WINDOWS,
  wakeDemos,
} from '../../helpers/accessibility.ts';
import { editDemo } from '../../helpers/live.ts';
import { wake } from '../../helpers/pages.ts';
import { openGallery, openHandbook, openOwnSite } from '../../helpers/sites.ts';

const sites = { own: await openOwnSite(), handbook: await openHandbook(), gallery: await openGallery() };
/** One page per window is enough for all tests: it navigates from URL to URL. */
const desktop = (await sites.own.open('/', { viewport: WINDOWS.desktop, before: preloadAxe })).page;
const phone = (await sites.own.open('/', { viewport: WINDOWS.phone, before: preloadAxe })).page;

type Scheme = (typeof SCHEMES)[number];

/** By default, some pages and states are tested. `AXE=all` tests every page and every state. */
const isWhole = process.env.AXE === 'all';

/**
 * Returns the violations on the current page: of all rules in the first color scheme, and of rules that depend on
 * colors in the others.
 */
async function faultsInSchemes(
  page: Page,
  { within, schemes = SCHEMES }: { within?: string | undefined; schemes?: readonly Scheme[] } = {},
): Promise<string[]> {
  const faults: string[] = [];
  for (const [index, scheme] of schemes.entries())
    faults.push(...(await faultsIn(page, scheme, { within, rules: index === 0 ? undefined : COLOUR_RULES })));
  return faults;
}

async function faultsIn(page: Page, scheme: Scheme, options?: FindOptions): Promise<string[]> {
  await setScheme(page, scheme);
  const found = await findFaults(page, options);
  return found.map((fault) => `${scheme} ${page.viewportSize()?.width} ${fault}`);
}

async function visit(page: Page, url: string, scheme: Scheme, options?: FindOptions): Promise<string[]> {
  await page.goto(url);
  await wakeDemos(page);
  return await faultsIn(page, scheme, options);
}

/**
 * Returns the violations on a page in a wide window with light colors, and in a narrow one with dark colors.
 *
 * Pages of a kind have the same shell. If one of them is tested as a whole, the others are tested without the shell,
 * and without the rules that hold in every window.
 */
async function visitInWindows(url: string, isWhole: boolean): Promise<string[]> {
  const within = isWhole ? undefined : 'main';
  const faults = await visit(desktop, url, 'light', { within });
  await desktop.setViewportSize(WINDOWS.phone);
  // Targets under the header would count as too small.
  await desktop.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  const rules = isWhole ? undefined : [...COLOUR_RULES, ...SIZE_RULES];
  faults.push(...(await faultsIn(desktop, 'dark', { within, rules })));
  await desktop.setViewportSize(WINDOWS.desktop);
  return faults;
}

it('lists all pages', () => {
  expect(sites.own.routes.length).toBeGreaterThanOrEqual(27);
  expect(sites.own.routes).toEqual(expect.arrayContaining(['/', '/Changelog', '/no/such/page', '/~pages']));
});

it('finds a violation where there is one', async () => {
  await desktop.goto(`${sites.own.url}/Changelog`);
  await desktop.evaluate(() => document.querySelector('main')?.insertAdjacentHTML('beforeend', '<img src="/a.png">'));
  expect(await findFaults(desktop)).toEqual([expect.stringMatching(/^image-alt: /)]);
});

/** Returns one of eight similar pages. */
function some(routes: string[]): string[] {
  return routes.filter((_, index) => isWhole || index % 8 === 0);
}

describe('every page, light and dark', () => {
  /** One with a frame, and one without. */
  const wholeDemos = ['/demo/simple', '/demo/surroundings'];

  const demos = sites.own.routes.filter((route) => route.startsWith('/demo/') && !wholeDemos.includes(route));
  const ownRoutes = sites.own.routes.filter((route) => !demos.includes(route));

  it.each([...ownRoutes, ...some(demos)])('%s of our own site has no violation', async (route) => {
    const isWhole = wholeDemos.includes(route) || !route.startsWith('/demo/');
    expect(await visitInWindows(sites.own.url + route, isWhole)).toEqual([]);
  });

  it.each(sites.gallery.routes)('%s of the gallery has no violation', async (route) => {
    expect(await visitInWindows(sites.gallery.url + route, true)).toEqual([]);
  });

  it.each(some(sites.handbook.routes))('%s of the handbook has no violation', async (route) => {
    const url = sites.handbook.url + route;
    const within = route === '/' ? undefined : 'main';
    expect(await visit(desktop, url, 'light', { within })).toEqual([]);
    expect(await faultsIn(desktop, 'dark', { within, rules: COLOUR_RULES })).toEqual([]);
  });
});

/** A page after an interaction. */
interface State {
  name: string;
  site: keyof typeof sites;
  path: string;
  /** Default: `desktop`. */
  window?: keyof typeof WINDOWS;
  /** Whether to resize the page to other window widths and test it there too. */
  widths?: boolean;
  /** Selector of the elements that change in this state. Default: the whole page. */
  within?: string;
  /** Brings the page into the state. */
  enter: (page: Page) => Promise<unknown>;
}

/** Other window widths, with the rules to test. A phone shows different elements, so it is tested with all rules. */
const OTHER_WIDTHS: [width: number, rules?: string[]][] = [
  [390],
  [768, [...COLOUR_RULES, ...SIZE_RULES]],
  [1920, [...COLOUR_RULES, ...SIZE_RULES]],
];
/** A demo, and the popup that it opens outside of its card. */
const DEMO_AND_POPUP = '[data-demo], .rc-cascader-dropdown';

const openBarPopup = (name: string) => (page: Page) => page.locator('.header').getByRole('button', { name }).click();

/** Opens the first cascader of a page, and the column of the first option if there is one. */
async function openCascader(page: Page): Promise<void> {
  await page.locator('[data-demo-root]').locator('.rc-cascader, input[readonly]').first().click();
  await page.locator('.rc-cascader-menu-item').first().click();
}

async function chooseChinese(page: Page): Promise<void> {
  await wake(page);
  await page.locator('.header-tools summary').click();
  await page.locator('.menu-item', { hasText: '中文' }).click();
  await page.locator('.skip-link', { hasText: '跳到正文' }).waitFor({ state: 'attached' });
}

const click = (selector: string) => (page: Page) => page.locator(selector).first().click();

/** Opens search, types a text, and waits for an element of the dialog. */
const search = (text: string, shown: string) => async (page: Page) => {
  await page.keyboard.press('/');
  await page.keyboard.type(text);
  await page.locator(`dialog ${shown}`).first().waitFor();
};

const DEMO = { within: '[data-demo]' };
const POPUP = { within: DEMO_AND_POPUP };
const DIALOG = { within: 'dialog', widths: true };

type Row = [...parts: [State['name'], State['site'], State['path'], State['enter']], more?: Partial<State>];

/** One row per state. Add a row for each new part of the interface that can be opened. */
const ROWS: Row[] = [
  ['language menu', 'own', '/demo/simple', click('.header-tools summary')],
  [
    'everything in tables of properties',
    'own',
    '/api',
    (page) =>
      page.locator('.api details').evaluateAll((all) => {
        for (const details of all) (details as HTMLDetailsElement).open = true;
      }),
    { window: 'phone', within: '.api' },
  ],
  [
    'hero, and selected properties',
    'own',
    '/',
    (page) => page.locator('.hero-media').scrollIntoViewIfNeeded(),
    { widths: true, within: '.hero, .api' },
  ],
  [
    'filtered table of properties',
    'own',
    '/api',
    (page) => page.locator('.api-tools input').first().fill('popup'),
    { widths: true, within: '.api' },
  ],
  [
    'row of properties with everything open',
    'own',
    '/api',
    click('#api-cascader-options .api-more > summary'),
    { widths: true, within: '#api-cascader-options' },
  ],
  ['menu of the navigation', 'gallery', '/', click('nav summary')],
  ['drawer', 'own', '/demo/simple', openBarPopup('Menu'), { window: 'phone' }],
  ['toc popover', 'own', '/Changelog', openBarPopup('On this page'), { window: 'phone' }],
  ['code of a demo', 'own', '/demo/multiple', click('.demo-code > summary'), DEMO],
  ['menu of a demo', 'own', '/demo/multiple', click('.demo-menu > summary'), { ...DEMO, widths: true }],
  [
    'live editor',
    'own',
    '/demo/simple',
    async (page) => {
      const live = await editDemo(page);
      await live.write(`${await live.read()}\n// edited`);
      await live.frame();
    },
    { ...DEMO, widths: true },
  ],
  [
    'live editor with a fault',
    'gallery',
    '/guide/demos',
    async (page) => {
      const live = await editDemo(page);
      await live.write('export default (');
      await live.failure();
    },
  ],
  [
    'crashed demo',
    'gallery',
    '/guide/demos',
    async (page) => {
      await page.getByRole('button', { name: 'break it' }).click();
      await page.locator('.crash-box summary').click();
    },
  ],
  // The markup of the cascader has no violation that axe finds, so there is nothing to fix upstream.
  // The first cascader is tested with its page, the others alone.
  ['popup of a cascader', 'own', '/demo/simple', openCascader],
  ['popup with checkboxes', 'own', '/demo/multiple', openCascader, POPUP],
  [
    'popup with search results',
    'own',
    '/demo/search',
    async (page) => {
      await openCascader(page);
      await page.keyboard.type('o');
      await page.locator('.rc-cascader-menu-item mark').first().waitFor();
    },
    POPUP,
  ],
  [
    'search with hits',
    'own',
    '/Changelog',
    async (page) => {
      await search('expand', '.search-hit')(page);
      await page.keyboard.press('ArrowDown');
    },
  ],
  [
    'search with hits on a phone',
    'own',
    '/demo/simple',
    async (page) => {
      await page.locator('a[data-search]').click();
      await page.keyboard.type('menu');
      await page.locator('.search-hit').first().waitFor();
    },
    { window: 'phone', within: 'dialog' },
  ],
  ['search without hits', 'own', '/Changelog', search('xyzzyx', ':text("No content was found")'), { within: 'dialog' }],
  ['search with similar words', 'own', '/Changelog', search('cascadrrrs', '.search-recent[data-query]'), DIALOG],
  ['search before anything is typed', 'own', '/Changelog', search('', '[role="option"]'), DIALOG],
  [
    'search with what was searched for before',
    'own',
    '/Changelog',
    async (page) => {
      await page.evaluate(() => localStorage.setItem('cascader-docs:searches', '["panel"]'));
      await search('', '.search-recent')(page);
    },
    DIALOG,
  ],
  ['skip link', 'own', '/types', (page) => page.keyboard.press('Tab')],
  ['forced colours', 'gallery', '/guide/blocks', (page) => page.emulateMedia({ forcedColors: 'active' })],
  ['interface in another language', 'own', '/demo/simple', chooseChinese],
  ['home page and its tables in another language', 'own', '/', chooseChinese, { within: 'main' }],
];
const STATES = ROWS.map(([name, site, path, enter, more]): State => ({ name, site, path, enter, ...more }));

/** All states in both color schemes, or by turns in one of them. */
const TURNS = STATES.map((state, index) => ({
  ...state,
  schemes: isWhole ? SCHEMES : [SCHEMES[index % 2] ?? 'light'],
}));

describe('every state, light and dark', () => {
  it.each(TURNS)('$name has no violation', async (state) => {
    const { site, path, window = 'desktop', widths = false, within, enter, schemes } = state;
    const page = window === 'phone' ? phone : desktop;
    await page.goto(sites[site].url + path);
    await wakeDemos(page);
    await enter(page);
    const faults = await faultsInSchemes(page, { within, schemes });
    for (const [width, rules] of widths ? OTHER_WIDTHS : []) {
      await page.setViewportSize({ ...WINDOWS[window], width });
      const found = rules
        ? await faultsIn(page, 'light', { within, rules })
        : await faultsInSchemes(page, { within, schemes });
      faults.push(...found);
    }
    await page.setViewportSize(WINDOWS[window]);
    await page.emulateMedia({ forcedColors: 'none' });
    await page.evaluate(() => localStorage.clear());
    expect(faults).toEqual([]);
  });

  it('the second tab has no violation', async () => {
    await desktop.goto(`${sites.gallery.url}/guide/tabs`);
    await desktop.getByRole('tab', { name: 'More' }).click();
    expect(await faultsInSchemes(desktop)).toEqual([]);
  });
});

describe("a demo's own page", () => {
  const DEMO = '/~demos/docs-demo-simple-demo-simple';
  const open = async (page: Page, query: string): Promise<void> => {
    await page.goto(sites.own.url + DEMO + query);
    await page.locator('html[data-hydrated] #root .cascader-demo').waitFor();
  };

  it.each(SCHEMES)('has no violation in its own window: %s', async (scheme) => {
    const faults: string[] = [];
    for (const [page, locale] of [
      [desktop, 'en-US'],
      [phone, 'zh-CN'],
    ] as const) {
      await open(page, `?theme=${scheme}&locale=${locale}`);
      faults.push(...(await findFaults(page)));
      await page.locator('#root input').first().click();
      await page.locator('.rc-cascader-menu-item').first().waitFor();
      faults.push(...(await findFaults(page)));
    }
    expect(faults).toEqual([]);
  });

  it('has its title as heading and a link back, in the requested language and direction', async () => {
    await open(desktop, '?locale=zh-CN&dir=rtl');
    expect(await desktop.locator('main > #root').count()).toBe(1);
    expect(`${await desktop.locator('main h1').innerText()} - Cascader`).toBe(await desktop.title());
    expect(await desktop.locator('html').getAttribute('dir')).toBe('rtl');
    const edges = await desktop.evaluate(() =>
      ['main h1', '#root'].map((selector) => document.querySelector(selector)?.getBoundingClientRect().right),
    );
    expect(edges[0]).toBe(edges[1]);
    const back = desktop.getByRole('link', { name: /^返回 / });
    expect(await back.getAttribute('lang')).toBe('zh-CN');
    await back.click();
    await desktop.waitForURL(`**/demo/simple#${DEMO.split('/').at(-1)}`);
    await desktop.locator('h1').waitFor();
  });

  it('is only the demo if requested, and in a frame', async () => {
    await open(desktop, '?alone');
    const look = () =>
      [...document.body.children].filter(({ localName }) => !/script|link/.test(localName)).map(({ id }) => id);
    expect(await desktop.evaluate(look)).toEqual(['root']);
    await desktop.goto(`${sites.own.url}/Changelog`);
    await desktop.evaluate((src) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src, id: 'framed' }));
    }, sites.own.url + DEMO);
    const frame = await (await desktop.locator('#framed').elementHandle())?.contentFrame();
    await frame?.locator('html[data-hydrated] #root .cascader-demo').waitFor();
    expect(await frame?.evaluate(look)).toEqual(['root']);
  });
});
