import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { createRepository } from '../helpers/git.ts';
import { type OpenSite, openSite, wake } from '../helpers/pages.ts';
import type { TabOptions } from '../helpers/tabs.ts';

const PHONE: TabOptions = { viewport: { width: 390, height: 800 }, reducedMotion: 'reduce' };
const WIDE = { viewport: { width: 1280, height: 800 } };
const paragraphs = 'Text.\n\n'.repeat(20);

let site: OpenSite;

beforeAll(async () => {
  const fixture = await createSite({
    'cascader-docs.config.ts': 'export default { themeConfig: { editLink: "https://example.org/{filename}" } };\n',
    'docs/index.md': '# Home\n\nText.\n',
    'docs/guide/long.md':
      '---\nnav: Guide\n---\n\n' +
      ['# Long page', '## One', '### One A', '### One B', '## Two', '### Two A'].join(`\n\n${paragraphs}`) +
      `\n\n${paragraphs}## Second to last\n\nText.\n\n## Last\n\nText.\n`,
    'docs/guide/short.md': '# Short page\n\nText.\n',
  });
  createRepository(fixture.root);
  const { text } = await fixture.build({ cache: false });
  expect(text).toBe('');
  site = await openSite({ root: fixture.root });
});

const scrollToHeading = (page: Page, id: string): Promise<void> =>
  page.evaluate((id) => {
    const { top = 0 } = document.getElementById(id)?.getBoundingClientRect() ?? {};
    scrollBy({ top: top - 80, behavior: 'instant' });
  }, id);
const scrollToEnd = (page: Page): Promise<void> =>
  page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));

/** Entries of the table of contents that are seen, and the marked one. */
const contents = (page: Page): Promise<{ seen: string[]; marked: string[] }> =>
  page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLElement>('.toc-column .toc-list a')];
    const texts = (found: HTMLElement[]): string[] => found.map((link) => link.textContent ?? '');
    return {
      seen: texts(links.filter((link) => link.checkVisibility())),
      marked: texts(links.filter((link) => link.hasAttribute('aria-current'))),
    };
  });

describe('the bar of a phone', () => {
  it('says "Menu", and which section is in view', async () => {
    const { page, messages } = await site.open('/guide/long', PHONE);
    expect(await page.locator('.menu-button').innerText()).toBe('Menu');
    const current = (): Promise<string> => page.locator('.toc-button').innerText();
    expect(await current()).toMatch(/^On this page\s+Long page$/);
    await scrollToHeading(page, 'one-b');
    await expect.poll(current).toMatch(/^On this page\s+One B$/);
    // Hydration keeps what was written before.
    await wake(page);
    expect(await current()).toMatch(/One B$/);
    await page.locator('.toc-button').click();
    await page.locator('.toc-column').getByRole('link', { name: 'Two A' }).click();
    await expect.poll(current).toMatch(/Two A$/);
    await page.locator('.menu-button').click();
    await page.locator('.sidebar').getByRole('link', { name: 'Short page' }).click();
    await page.locator('h1', { hasText: 'Short page' }).waitFor();
    expect(await page.locator('.toc-button').isVisible()).toBe(false);
    await page.goBack();
    await expect.poll(current).toMatch(/Two A$/);
    await scrollToEnd(page);
    await expect.poll(current).toMatch(/Last$/);
    expect(messages).toEqual([]);
  });

  it('opens a drawer with a title and a button that closes it', async () => {
    const { page } = await site.open('/guide/long', PHONE);
    await page.locator('.menu-button').click();
    expect(await page.locator('.drawer').innerText()).toMatch(/^Menu\s/);
    await page.getByRole('button', { name: 'Close menu' }).click();
    await page.locator('.drawer').waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.classList.contains('menu-button'))).toBe(true);
  });

  it('does not scroll the page when a control in it is focused', async () => {
    const { page } = await site.open('/guide/long', PHONE);
    await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }));
    for (const control of ['.menu-button', '.toc-button', '.search-button']) {
      await page.locator(control).evaluate((element: HTMLElement) => element.focus());
      expect(await page.evaluate(() => scrollY), control).toBe(2000);
    }
  });

  it('shows the focused control when a keyboard reaches its first row', async () => {
    const { page } = await site.open('/guide/long', PHONE);
    await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }));
    const top = (): Promise<number> => page.locator('.logo').evaluate((logo) => logo.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(0);
    await page.locator('.toc-button').focus();
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('logo');
    await expect.poll(top).toBeGreaterThanOrEqual(0);
    expect(await page.evaluate(() => scrollY)).toBe(2000);
    await page.locator('.search-button').focus();
    await page.keyboard.press('Tab');
    const menu = page.locator('.menu-button');
    await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
    expect((await menu.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  });

  it.each(['/', '/guide/short'])('is one row on %s, which has no table of contents', async (path) => {
    const { page } = await site.open(path, PHONE);
    expect((await page.locator('.header').boundingBox())?.height).toBe(56);
  });
});

describe('the table of contents', () => {
  it('is folded to the sections, but for the one in view', async () => {
    const { page } = await site.open('/guide/long', WIDE);
    const folded = ['One', 'Two', 'Second to last', 'Last'];
    expect(await contents(page)).toEqual({ seen: folded, marked: [] });
    await scrollToHeading(page, 'one-a');
    const first = ['One', 'One A', 'One B', 'Two', 'Second to last', 'Last'];
    await expect.poll(() => contents(page)).toEqual({ seen: first, marked: ['One A'] });
    await scrollToHeading(page, 'two');
    const second = ['One', 'Two', 'Two A', 'Second to last', 'Last'];
    await expect.poll(() => contents(page)).toEqual({ seen: second, marked: ['Two'] });
  });

  it('slides when a branch opens, so that nothing jumps while the reader scrolls', async () => {
    const { page } = await site.open('/guide/long', { ...WIDE, beside: false });
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const [id, marked] of [
      ['one-a', 'One A'],
      ['two-a', 'Two A'],
      ['one-b', 'One B'],
    ] as const) {
      await scrollToHeading(page, id);
      await expect.poll(async () => (await contents(page)).marked).toEqual([marked]);
      await page.waitForTimeout(300);
    }
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
  });

  it('opens the branch that has the focus, so that the keyboard reaches all entries', async () => {
    const { page } = await site.open('/guide/long', WIDE);
    await page.locator('.toc-column').getByRole('link', { name: 'Two', exact: true }).focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Two A');
  });

  it('marks the last section at the end of the page', async () => {
    const { page } = await site.open('/guide/long', WIDE);
    await scrollToEnd(page);
    await expect.poll(async () => (await contents(page)).marked).toEqual(['Last']);
  });

  it('is whole without JavaScript', async () => {
    const { page } = await site.open('/guide/long', { ...WIDE, javaScriptEnabled: false });
    expect((await page.locator('.toc-column .toc-list a:visible').allInnerTexts()).length).toBe(7);
  });
});

describe('below an article', () => {
  const starts = (page: Page): Promise<number[]> =>
    page
      .locator('.content-meta > *')
      .evaluateAll((all) => all.map((element) => Math.round(element.getBoundingClientRect().left)));

  it('date and links are one row, and stay in place when the date is that of the reader', async () => {
    const { page } = await site.open('/guide/long', { ...WIDE, timezoneId: 'Pacific/Kiritimati' });
    const row = page.locator('.content-meta');
    expect((await row.boundingBox())?.height).toBeLessThan(32);
    expect((await row.innerText()).split(/\n+/)).toEqual([
      expect.stringMatching(/^Last updated: [A-Z][a-z]{2} \d{1,2}, \d{4}$/),
      'Improve this documentation',
      'Copy page',
      'View as Markdown',
    ]);
    expect(await row.getByRole('link', { name: 'Back to top' }).isVisible()).toBe(true);
    const before = await starts(page);
    expect(before).toHaveLength(5);
    await wake(page);
    const iso = (await row.locator('time').getAttribute('datetime')) ?? '';
    const local = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'Pacific/Kiritimati' });
    await expect.poll(() => row.locator('time').innerText()).toBe(local.format(new Date(iso)));
    expect(await starts(page)).toEqual(before);
  });
});

describe('a page that was not found', () => {
  it('offers the pages whose address is nearest, and search', async () => {
    const { page, messages } = await site.open('/guide/shrot', WIDE);
    const nearest = page.locator('.not-found-nearest a').first();
    expect(await nearest.getAttribute('href')).toBe('/guide/short');
    expect(await nearest.locator('[lang]').getAttribute('lang')).toBe('en');
    await page.getByRole('main').getByRole('link', { name: 'Search', exact: true }).click();
    await page.getByRole('combobox').fill('long');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await nearest.click();
    await page.locator('h1', { hasText: 'Short page' }).waitFor();
    expect(messages.filter((message) => !message.includes('404'))).toEqual([]);
  });

  it('has search and a link to all pages without JavaScript', async () => {
    const { page } = await site.open('/guide/shrot', { ...WIDE, javaScriptEnabled: false });
    expect(await page.locator('.not-found-search').getAttribute('href')).toBe('/~pages');
    await page.getByRole('link', { name: 'All pages' }).click();
    await page.locator('main').getByRole('link', { name: 'Short page' }).waitFor();
  });
});
