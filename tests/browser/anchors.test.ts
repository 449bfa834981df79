import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { type OpenSite, openSite, wake, whileNothingHappens } from '../helpers/pages.ts';

const long = Array.from({ length: 60 }, (_, i) => `Paragraph ${i} of the page, long enough to scroll.\n`).join('\n');
let fixture: TestSite;
let site: OpenSite;

beforeAll(async () => {
  fixture = await createSite({
    'docs/index.md': `# Home\n\n[Part](#part) [Closed](#closed) [Page](./guide/one.md#part)\n\n${long}\n\n## Part\n\n[After part](./guide/one.md)\n\n${long}\n\n## Größe\n\n${long}\n\n<details>\n<summary>More</summary>\n\n### Closed\n\n[In it](./guide/one.md)\n\n</details>\n\n${long}`,
    'docs/guide/one.md': `# One\n\n[Home](../index.md)\n\n${long}\n\n## Part\n\n[After part](../index.md)\n\n${long}`,
    'docs/guide/tabs.md': `# Tabs\n\n${long}\n\n## Main part\n\n${long}`,
    'docs/guide/tabs.$tab-more.md': `# More\n\n${long}\n\n## Tab part\n\n${long}`,
  });
  const { exitCode, text } = await fixture.build({ cache: false });
  expect([exitCode, text]).toEqual([0, '']);
  site = await openSite({ root: fixture.root });
});

/** Distance of an element to the top of the window, and its text. */
const topOf = (page: Page, id: string) =>
  page.evaluate((name) => Math.round(document.getElementById(name)?.getBoundingClientRect().top ?? -1), id);
const scrollOf = (page: Page) => page.evaluate(() => Math.round(scrollY));
const setHash = (page: Page, hash: string) =>
  page.evaluate((value) => {
    location.hash = value;
  }, hash);
/** Types another hash into the address bar. */
const type = (page: Page, hash: string) => page.goto(page.url().replace(/#.*|$/, hash));
/** Returns the text of the element that Tab leads to. */
const tab = async (page: Page) => {
  await page.keyboard.press('Tab');
  return page.evaluate(() => document.activeElement?.textContent?.trim());
};
/** Waits until an element is at the top of the window, below the header. */
const atTop = (page: Page, id: string) =>
  expect.poll(() => topOf(page, id), { message: id }).toSatisfy((top: number) => Math.abs(top - 90) < 40);

describe.each(['before the runtime', 'with the runtime'])('a hash of the page (%s)', (when) => {
  const open = async (path = '/') => {
    const opened = await site.open(path, { reducedMotion: 'reduce' });
    if (when === 'with the runtime') await wake(opened.page);
    return opened;
  };

  it('leads to its target, typed or set by a script, also when it is the same again', async () => {
    const { page, messages } = await open();
    await type(page, '#part');
    await atTop(page, 'part');
    // The heading of the target has a link itself.
    expect([await tab(page), await tab(page)]).toContain('After part');
    await page.evaluate(() => scrollTo(0, 0));
    // Setting the same hash does nothing in any browser; a link to it scrolls.
    await page.evaluate(() => location.assign('#part'));
    await atTop(page, 'part');
    await setHash(page, '#gr%C3%B6%C3%9Fe');
    await atTop(page, 'größe');
    await type(page, '#größe');
    await atTop(page, 'größe');
    await setHash(page, '#nothing');
    await whileNothingHappens(page);
    await atTop(page, 'größe');
    for (const hash of ['#', '#top']) {
      await type(page, hash);
      await expect.poll(() => scrollOf(page)).toBe(0);
      await setHash(page, '#part');
      await atTop(page, 'part');
    }
    expect(messages).toEqual([]);
  });

  it('opens what hides its target', async () => {
    const { page } = await open();
    await setHash(page, '#closed');
    await atTop(page, 'closed');
    const tabs = await open('/guide/tabs');
    await type(tabs.page, '#more-tab-part');
    await atTop(tabs.page, 'more-tab-part');
    await tabs.page.goBack();
    await expect.poll(() => scrollOf(tabs.page)).toBe(0);
  });

  it('is left and entered again at the same scroll position', async () => {
    const { page } = await open();
    await page.evaluate(() => scrollTo(0, 300));
    await whileNothingHappens(page);
    await setHash(page, '#part');
    await atTop(page, 'part');
    await page.evaluate(() => scrollBy(0, 200));
    await whileNothingHappens(page);
    const below = await scrollOf(page);
    await page.goBack();
    await expect.poll(() => scrollOf(page)).toBe(300);
    await page.goForward();
    await expect.poll(() => scrollOf(page)).toBe(below);
  });
});

it('a hash that a script sets while the runtime starts is left to the browser', async () => {
  const { page } = await site.open('/', {
    reducedMotion: 'reduce',
    before: (tab) =>
      tab.addInitScript(() => {
        const replaceState = history.replaceState.bind(history);
        history.replaceState = (...args) => {
          history.replaceState = replaceState;
          replaceState(...args);
          // Between the first script of the runtime and its first render.
          queueMicrotask(() => location.assign('#nothing'));
        };
      }),
  });
  await page.evaluate(() => scrollTo(0, 300));
  await wake(page);
  expect(new URL(page.url()).hash).toBe('#nothing');
  await whileNothingHappens(page);
  expect(await scrollOf(page)).toBe(300);
});

describe('a link', () => {
  it('to a hash of the page leads there, and Tab continues behind the target', async () => {
    const { page } = await site.open('/', { reducedMotion: 'reduce' });
    await wake(page);
    for (const [name, id, next] of [
      ['Part', 'part', 'After part'],
      ['Closed', 'closed', 'In it'],
      ['Part', 'part', 'After part'],
    ] as const) {
      await page.evaluate(() => scrollTo(0, 0));
      await page.locator('main').getByRole('link', { name, exact: true }).first().click();
      await atTop(page, id);
      expect([await tab(page), await tab(page)]).toContain(next);
    }
    await page.goBack();
    await page.goBack();
    expect(new URL(page.url()).hash).toBe('#part');
    await page.goBack();
    await expect.poll(() => scrollOf(page)).toBe(0);
  });

  it.each(['loaded', 'swapped'])('to a page puts the focus at the same place when the page is %s', async (how) => {
    const { page } = await site.open('/', { reducedMotion: 'reduce' });
    const follow = async (hash: string) => {
      if (how === 'swapped') await wake(page);
      else await page.route(/\/assets\/client-/, (route) => route.abort());
      const link = page.locator('main').getByRole('link', { name: 'Page' });
      await link.evaluate((element, value) => element.setAttribute('href', `/guide/one${value}`), hash);
      await link.click();
      await page.locator('h1', { hasText: 'One' }).waitFor();
      await page.waitForLoadState();
    };
    await follow('#part');
    await atTop(page, 'part');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    expect([await tab(page), await tab(page)]).toContain('After part');
    await page.goto(`${site.url}/`);
    await follow('#none');
    await expect.poll(() => scrollOf(page)).toBe(0);
    expect(await tab(page)).toBe('Skip to content');
  });
});
