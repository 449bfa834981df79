import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { buildOwnSite } from '../helpers/built-once.ts';
import { denyStorage, hold, type OpenSite, openSite, whileNothingHappens } from '../helpers/pages.ts';
import type { TabOptions } from '../helpers/tabs.ts';

const root = path.resolve(import.meta.dirname, '../..');
const DIALOG = 'dialog.search-dialog';
const OPTION = `${DIALOG} [role="option"]`;
const STATUS = `${DIALOG} [role="status"]`;
let site: OpenSite;
let own: OpenSite;
const payloads = [
  '<img src=x onerror=window.__xss=1>',
  '</script><script>window.__xss=1</script>',
  '"><svg onload=window.__xss=1>',
  '<!--<script>',
  ']]>',
];

beforeAll(async () => {
  const fixture = await createSite({
    'cascader-docs.config.ts': `export default { language: 'en-US', themeConfig: { nav: [
      { title: 'Guide', link: '/guide/one', activePath: '/guide', order: 1 }, { title: 'Other', link: '/other', order: 2 } ] } };`,
    'docs/index.md': '# Home\n\nWelcome, quokka.\n',
    'docs/guide/one.md': `# One\n\n## First part\n\nA quokka here. ${'Filler. '.repeat(40)}\n\n## 级联选择\n\n支持级联选择的组件。\n`,
    'docs/guide/two.md': `# Two\n\n${payloads.map((payload, index) => `## Case ${index}\n\n\`payload ${payload}\``).join('\n\n')}\n`,
    'docs/other.md': `# Other\n\n${Array.from({ length: 60 }, (_, index) => `## Item ${index}\n\nmany words\n`).join('\n')}`,
  });
  const { exitCode, text } = await fixture.build({ cache: false });
  if (exitCode !== 0) throw new Error(text);
  site = await openSite({ root: fixture.root });
  own = await openSite({ root, outDir: await buildOwnSite() });
});

/** Opens a page and its search dialog. */
async function openSearch(where: OpenSite, address: string, options?: TabOptions) {
  const opened = await where.open(address, options);
  await opened.page.keyboard.press('Control+k');
  await opened.page.waitForSelector(`${DIALOG}:popover-open`);
  return opened;
}

/** Waits until the hits belong to the typed text: hits for its first letters can arrive earlier. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    ([dialog, status]) => {
      const typed = document.querySelector<HTMLInputElement>(`${dialog} input`)?.value.trim();
      const reported = document.querySelector(status)?.textContent ?? '';
      // The status is empty until its script is loaded.
      return typed === '' || (reported !== '' && !/Loading/.test(reported));
    },
    [DIALOG, STATUS] as const,
  );
}

async function searchFor(page: Page, query: string): Promise<void> {
  await page.locator(`${DIALOG} input`).fill(query);
  await settled(page);
}

/** Waits until the input is empty and the pages of the navigation are offered. */
async function navigationShown(page: Page, ...sidebar: string[]): Promise<void> {
  await expect.poll(() => links(page)).toEqual(['/guide/one', '/other', ...sidebar]);
}

const links = (page: Page): Promise<string[]> =>
  page.locator(OPTION).evaluateAll((options) => options.map((option) => option.getAttribute('href') ?? ''));

describe('the search dialog', () => {
  it('opens on a click, on a slash and on Ctrl+K or Cmd+K, and gives the focus back', async () => {
    const { page } = await site.open('/');
    const dialog = page.locator(DIALOG);
    for (const open of [
      () => page.locator('a[data-search]').click(),
      () => page.keyboard.press('/'),
      () => page.keyboard.press('Control+k'),
      () => page.keyboard.press('Meta+k'),
    ]) {
      await page.locator('a[data-search]').focus();
      await open();
      await page.waitForSelector(`${DIALOG}:popover-open`);
      await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await page.waitForFunction(() => document.activeElement?.hasAttribute('data-search'));
    }
  });

  it('captures the keys and clicks of the page while it is open', async () => {
    const { page } = await openSearch(site, '/guide/one');
    await searchFor(page, 'quokka');
    const stops = new Set<string>();
    const isInside = () => page.evaluate((selector) => document.activeElement?.closest(selector) !== null, DIALOG);
    for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
      await page.keyboard.press(key);
      await expect.poll(() => isInside()).toBe(true);
      stops.add(await page.evaluate(() => document.activeElement?.outerHTML ?? ''));
    }
    expect(stops.size).toBeGreaterThanOrEqual(3);
    const link = await page.locator('header a').first().boundingBox();
    await page.mouse.click((link?.x ?? 0) + 5, (link?.y ?? 0) + 5);
    await page.locator(DIALOG).waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/guide/one');
  });

  it('does not open over a modal dialog, which keeps the keys', async () => {
    const { page } = await site.open('/guide/one');
    await page.evaluate(() => {
      const other = document.body.appendChild(document.createElement('dialog'));
      other.append('Another one');
      other.showModal();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.press('/');
    await page.locator(DIALOG).waitFor({ state: 'hidden' });
  });

  it('leaves a slash in a text field alone', async () => {
    const { page } = await openSearch(site, '/');
    await page.keyboard.type('a/b');
    await expect.poll(() => page.locator(`${DIALOG} input`).inputValue()).toBe('a/b');
  });

  it('loads nothing before it opens, and never loads React', async () => {
    const requests: string[] = [];
    const { page } = await site.open('/guide/one', {
      before: async (page) => page.on('request', (request) => requests.push(new URL(request.url()).pathname)),
    });
    expect(requests.filter((address) => /search/.test(address))).toEqual([]);
    await page.keyboard.press('Control+k');
    await searchFor(page, 'quokka');
    expect(await links(page)).toContain('/guide/one#first-part');
    expect(requests.filter((address) => /search/.test(address)).length).toBe(3);
    expect(requests.filter((address) => /runtime|react/.test(address))).toEqual([]);
  });

  it('keeps the typed text while its script is loading', async () => {
    const { before, release } = hold(/\/assets\/search-[^/]+\.js$/);
    const { page } = await site.open('/', { before });
    await page.keyboard.press('/');
    await page.keyboard.type('quokka');
    release();
    await page.waitForSelector(OPTION);
    expect(await page.locator(`${DIALOG} mark`).first().textContent()).toBe('quokka');
  });

  it('searches only for the newest text when the index arrives', async () => {
    const { before, release } = hold(/\/assets\/search-worker-[^/]+\.js$/);
    const { page } = await site.open('/', {
      before: async (page) => {
        await before(page);
        await page.addInitScript(() => {
          const asked: string[] = [];
          Object.assign(window, { asked });
          const { postMessage } = Worker.prototype;
          Worker.prototype.postMessage = function (message: { keywords?: string }) {
            if (message.keywords !== undefined) asked.push(message.keywords);
            postMessage.call(this, message);
          };
        });
      },
    });
    await page.keyboard.press('/');
    const input = page.locator(`${DIALOG} input`);
    for (const text of ['welcome', 'many', 'quokka']) {
      await input.fill(text);
      // Longer than the delay of a search.
      await page.waitForTimeout(300);
    }
    release();
    await page.waitForSelector(`${DIALOG} mark`);
    expect(await page.evaluate(() => (window as unknown as { asked: string[] }).asked)).toEqual(['quokka']);
  });

  it('groups hits by navigation, highlights terms, and shows how many pages were found', async () => {
    const { page } = await openSearch(site, '/');
    await searchFor(page, 'QUOKKA');
    expect(await page.locator(`${DIALOG} [role="group"]`).count()).toBe(2);
    expect(await page.locator(`${DIALOG} .search-group-title`).allTextContents()).toEqual(['Guide']);
    expect(await links(page)).toEqual(['/#home', '/guide/one#first-part']);
    expect(await page.locator(STATUS).textContent()).toBe('Pages found: 2.');
    expect(await page.locator(`${DIALOG} mark`).allTextContents()).toEqual(['quokka', 'quokka']);
  });

  it('offers the pages of the navigation before the index is loaded', async () => {
    const { page } = await openSearch(site, '/guide/two', {
      before: (page) => page.route('**/~search/**', () => undefined),
    });
    await navigationShown(page, '/guide/one', '/guide/two');
    expect(await page.locator(STATUS).textContent()).toBe('');
    expect(await page.locator(OPTION).allTextContents()).toEqual(['Guide', 'Other', 'One', 'Two']);
    expect(await page.locator(`${DIALOG} .search-group-title`).allTextContents()).toEqual(['Main pages', 'Guide']);
  });

  it('reports loading and missing hits', async () => {
    const { page } = await openSearch(site, '/');
    await navigationShown(page);
    await page.locator(STATUS).evaluate((status) => {
      const reported: (string | null)[] = [];
      new MutationObserver(() => reported.push(status.textContent)).observe(status, { childList: true, subtree: true });
      Object.assign(window, { reported });
    });
    await page.locator(`${DIALOG} input`).pressSequentially('quok');
    await settled(page);
    expect(await page.evaluate(() => (window as { reported?: string[] }).reported?.slice(0, 2))).toEqual([
      'Loading...',
      'Loading...',
    ]);
    await searchFor(page, 'xyzzyx');
    expect(await page.locator(STATUS).textContent()).toBe('No content was found');
    expect(await links(page)).toEqual(['/~pages']);
    expect(await page.locator(`${DIALOG} [aria-selected="true"]`).count()).toBe(0);
    await searchFor(page, 'quokka');
    await page.locator(`${DIALOG} input`).fill('quokkas');
    await page.locator(`${DIALOG} input`).fill('');
    // Hits for the earlier text may arrive later than these, and must not be shown.
    await whileNothingHappens(page, 400);
    await navigationShown(page);
    await expect.poll(() => page.locator(STATUS).textContent()).toBe('');
  });

  it('works with the keyboard alone: arrows, Enter, and Escape in two steps', async () => {
    const { page } = await openSearch(site, '/');
    const input = page.locator(`${DIALOG} input`);
    await page.keyboard.type('quokka');
    await settled(page);
    expect(await input.getAttribute('aria-expanded')).toBe('true');
    const active = async () => {
      const id = await input.getAttribute('aria-activedescendant');
      const selected = await page.locator(`${DIALOG} [aria-selected="true"]`).all();
      expect(selected.length).toBe(1);
      expect(await selected[0]?.getAttribute('id')).toBe(id);
      return await selected[0]?.getAttribute('href');
    };
    await expect.poll(() => active()).toBe('/#home');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => active()).toBe('/guide/one#first-part');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => active()).toBe('/#home');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => active()).toBe('/guide/one#first-part');
    await page.keyboard.press('Escape');
    await expect.poll(() => input.inputValue()).toBe('');
    expect(await page.locator(DIALOG).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await page.locator(DIALOG).waitFor({ state: 'hidden' });
    // For one animation frame, the focus stays in the input of the closed dialog. There, a slash would be typed as text.
    await page.waitForFunction(() => document.activeElement === document.body);
    await page.keyboard.press('/');
    await page.keyboard.type('quokka');
    await settled(page);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.href.endsWith('/guide/one#first-part'));
    await page.locator(DIALOG).waitFor({ state: 'hidden' });
  });

  it('opens the first hit on Enter when none is selected, once the hits match the typed text', async () => {
    const { page } = await openSearch(site, '/guide/one');
    await navigationShown(page, '/guide/one', '/guide/two');
    await page.keyboard.press('Enter');
    await page.locator(DIALOG).waitFor();
    await page.keyboard.type('welcome');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.href.endsWith('/#home'));
  });

  it('remembers searches, and forgets them on request', async () => {
    const { page } = await openSearch(site, '/');
    await searchFor(page, 'quokka');
    await page.locator(OPTION).first().click();
    await page.keyboard.press('Control+k');
    await searchFor(page, '');
    await page.waitForSelector(`${OPTION}[href="/other"]`);
    expect((await page.locator(OPTION).allTextContents()).slice(0, 3)).toEqual([
      'quokka',
      'Clear recent searches',
      'Guide',
    ]);
    await page.locator(OPTION).first().click();
    await page.waitForSelector(`${OPTION} mark`);
    await expect.poll(() => page.locator(`${DIALOG} input`).inputValue()).toBe('quokka');
    await searchFor(page, '');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await navigationShown(page);
    expect(await page.locator(OPTION).allTextContents()).not.toContain('quokka');
  });

  it('works when storage throws', async () => {
    const { page, messages } = await openSearch(site, '/', {
      before: denyStorage,
    });
    await searchFor(page, 'quokka');
    await page.locator(OPTION).first().click();
    await page.waitForFunction(() => location.hash !== '');
    await whileNothingHappens(page, 100);
    expect(messages).toEqual([]);
  });

  it('waits for the end of an IME composition', async () => {
    const { page } = await openSearch(site, '/');
    const input = page.locator(`${DIALOG} input`);
    // The script that follows the input is loaded.
    await searchFor(page, 'quokka');
    await input.fill('');
    await expect.poll(() => page.locator(STATUS).textContent()).toBe('');
    const client = await page.context().newCDPSession(page);
    await client.send('Input.imeSetComposition', { text: 'ji', selectionStart: 2, selectionEnd: 2 });
    await whileNothingHappens(page, 350);
    expect(await page.locator(STATUS).textContent()).toBe('');
    await client.send('Input.insertText', { text: '级联' });
    await page.waitForSelector(`${OPTION} mark`);
    expect(await input.inputValue()).toBe('级联');
    expect(await links(page)).toEqual([`/guide/one#${encodeURIComponent('级联选择')}`]);
  });

  it('shows hits for the last text, whatever was typed before and how fast', async () => {
    const { page, messages } = await openSearch(site, '/');
    const input = page.locator(`${DIALOG} input`);
    const typed = [
      'many',
      'x'.repeat(200),
      '.*+?^$()|[]{}\\',
      '(a+)+$',
      '👩‍👩‍👧',
      'مرحبا',
      '级',
      '\u202Eabc',
      '   ',
      'quokka',
    ];
    for (const query of typed) await input.fill(query);
    await expect
      .poll(async () => [...new Set(await page.locator(`${OPTION} mark`).allTextContents())])
      .toEqual(['quokka']);
    expect(messages).toEqual([]);
  });

  it.each(payloads)('shows %j as text', async (payload) => {
    const { page } = await openSearch(site, '/');
    await searchFor(page, 'payload');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => (window as { __xss?: number }).__xss)).toBeUndefined();
    await searchFor(page, `payload ${payload}`);
    expect(await page.locator(`${DIALOG} :is(img, svg[onload], script)`).count()).toBe(0);
    expect((await page.locator(OPTION).allTextContents()).join()).toContain(payload);
  });

  it('shows few hits of a page, and all of them on demand, with the first new one active', async () => {
    const { page } = await openSearch(site, '/');
    await searchFor(page, 'many');
    expect(await page.locator(OPTION).count()).toBe(5);
    const more = page.locator(OPTION, { hasText: '56 more on this page' });
    for (let presses = 0; presses < 4; presses++) await page.keyboard.press('ArrowDown');
    expect(await more.getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.waitForFunction((selector) => document.querySelectorAll(selector).length === 60, OPTION);
    expect(await page.locator(`${OPTION}[aria-selected="true"]`).getAttribute('href')).toBe('/other#item-4');
    expect(await page.locator(DIALOG).isVisible()).toBe(true);
  });

  it('shows more pages when the reader scrolls or walks through the list, and keeps its position', async () => {
    const { page } = await openSearch(own, '/');
    await searchFor(page, 'options');
    const list = page.locator(`${DIALOG} [role="listbox"]`);
    const pages = page.locator(`${DIALOG} .search-page`);
    expect(await pages.count()).toBe(8);
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect.poll(() => pages.count()).toBe(16);
    expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
    // Wraps around to the last option.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => pages.count()).toBeGreaterThan(16);
  });

  it('nests the hits of a page below it, shows each group once, and follows the pointer', async () => {
    const { page } = await openSearch(own, '/');
    await searchFor(page, 'value');
    const titles = await page.locator(`${DIALOG} .search-group-title`).allTextContents();
    expect(titles[0]).toBe('Best matches');
    expect(new Set(titles).size).toBe(titles.length);
    const first = page.locator(`${DIALOG} .search-page`).first();
    expect(await first.getAttribute('aria-label')).toBe('Demo, Value');
    expect(await first.locator('.search-crumb').first().textContent()).toBe('Demo');
    expect(await first.locator('[role="option"]').first().getAttribute('aria-selected')).toBe('true');
    const row = page.locator(`${OPTION}[href$="#api-cascader-value"]`);
    expect(await row.locator('.search-hit-title').textContent()).toBe('Cascader value');
    await row.hover();
    expect(await row.getAttribute('aria-selected')).toBe('true');
    expect(await page.locator(`${DIALOG} [aria-selected="true"]`).count()).toBe(1);
    await searchFor(page, '');
    await page.waitForSelector(`${OPTION}[href="/Changelog"]`);
    expect(await page.locator(`${DIALOG} .search-group-title`).allTextContents()).toEqual(['Main pages']);
  });

  it('suggests similar words if there is no hit, and names the language of the pages for another script', async () => {
    const { page } = await openSearch(own, '/');
    await searchFor(page, 'cascadrrrs');
    await page.locator(OPTION, { hasText: 'cascader' }).first().click();
    await page.waitForSelector(`${OPTION} mark`);
    expect(await page.locator(`${DIALOG} input`).inputValue()).toBe('cascader');
    await searchFor(page, '级联选择');
    expect(await page.locator(STATUS).textContent()).toBe('No content was found. The pages are written in English.');
    await page.locator(OPTION, { hasText: 'All pages' }).click();
    await page.waitForFunction(() => location.pathname.startsWith('/~pages'));
  });

  it('fits into a window at 400 % zoom', async () => {
    const { page } = await openSearch(own, '/', { viewport: { width: 320, height: 256 } });
    await searchFor(page, 'search');
    const list = await page.locator(`${DIALOG} [role="listbox"]`).boundingBox();
    expect(list?.height).toBeGreaterThan(120);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.keyboard.press('ArrowDown');
    const active = await page.locator(`${DIALOG} [aria-selected="true"]`).boundingBox();
    expect(active && active.y + active.height).toBeLessThanOrEqual(257);
  });

  it('reports that it cannot be loaded, and tries again', async () => {
    const { page } = await site.open('/', {
      before: (page) => page.route(/~search\/[^/]+\.json$/, (route) => route.abort()),
    });
    await page.keyboard.press('/');
    await page.keyboard.type('quokka');
    await page.waitForFunction(
      (selector) => document.querySelector(selector)?.textContent === 'Search could not be loaded.',
      STATUS,
    );
    await page.unroute(/~search\/[^/]+\.json$/);
    await page.keyboard.type(' ');
    await page.waitForSelector(OPTION);
  });

  it('uses the language of the interface', async () => {
    const { page } = await site.open('/', {
      before: (page) => page.addInitScript(() => localStorage.setItem('cascader-docs:lang', 'zh-CN')),
    });
    await page.waitForFunction(() => document.documentElement.hasAttribute('data-hydrated'));
    await page.keyboard.press('/');
    // The strings of a language are loaded when it is chosen.
    await page.waitForSelector(`${DIALOG} input[placeholder="输入关键字搜索..."]`);
    await page.keyboard.type('xyzzyx');
    await page.waitForFunction(
      (selector) => document.querySelector(selector)?.textContent === '未找到相关内容',
      STATUS,
    );
  });

  it('is a link to all pages without JavaScript', async () => {
    const { page } = await site.open('/guide/two', { javaScriptEnabled: false });
    await page.locator('a[data-search]').click();
    expect(new URL(page.url()).pathname).toBe('/~pages');
    expect(await page.locator('main a').allTextContents()).toEqual(
      expect.arrayContaining(['Home', 'One', 'Two', 'Other']),
    );
  });
});
