import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibleNode, WINDOWS } from '../../helpers/accessibility.ts';
import { wake } from '../../helpers/pages.ts';
import { type BuiltSite, openGallery } from '../../helpers/sites.ts';

let site: BuiltSite;
let page: Page;
let phone: Page;

beforeAll(async () => {
  site = await openGallery();
  page = (await site.open('/')).page;
  phone = (await site.open('/', { viewport: WINDOWS.phone })).page;
});

const selected = () => page.getByRole('tab', { selected: true }).allTextContents();
const hasFocus = (selector: string, of = page) => of.locator(selector).evaluate((it) => it === document.activeElement);

describe('tabs of a page', () => {
  beforeAll(async () => {
    await page.goto(`${site.url}/guide/tabs`);
  });

  it('are a named list, in which each tab and its panel refer to each other', async () => {
    expect(await accessibleNode(page, '[role="tablist"]')).toMatchObject({ role: 'tablist', name: 'Page tabs' });
    const wrong = await page.getByRole('tab').evaluateAll((tabs) =>
      tabs
        .map((tab) => ({ tab, panel: document.getElementById(tab.getAttribute('aria-controls') ?? '') }))
        .filter(({ tab, panel }) => panel?.role !== 'tabpanel' || panel.getAttribute('aria-labelledby') !== tab.id)
        .map(({ tab }) => tab.textContent),
    );
    expect(wrong).toEqual([]);
    expect(await page.locator('[role="tabpanel"]:not([hidden])').count()).toBe(1);
  });

  it('are a single Tab stop', async () => {
    expect(await page.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => (tab as HTMLElement).tabIndex))).toEqual(
      [0, -1, -1],
    );
  });

  it.each([
    ['ArrowRight', 'More'],
    ['ArrowRight', 'Rest'],
    ['ArrowRight', 'Doc'],
    ['ArrowLeft', 'Rest'],
    ['Home', 'Doc'],
    ['End', 'Rest'],
    ['ArrowLeft', 'More'],
  ])('%s selects %s and moves the focus there', async (key, name) => {
    await page.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press(key);
    await expect.poll(() => selected()).toEqual([name]);
    await expect.poll(() => hasFocus('[role="tab"][aria-selected="true"]')).toBe(true);
    await page.getByRole('tabpanel', { name }).waitFor();
  });

  it('ignore other keys', async () => {
    await page.getByRole('tab', { selected: true }).focus();
    for (const key of ['ArrowDown', 'ArrowUp', 'a']) await page.keyboard.press(key);
    await expect.poll(() => selected()).toEqual(['More']);
  });
});

describe('a code group', () => {
  it('is a separate tab list', async () => {
    await page.goto(`${site.url}/guide/blocks`);
    const list = page.locator('.code-group [role="tablist"]').first();
    expect(await list.getAttribute('aria-label')).toBe('npm, pnpm, yarn');
    await list.getByRole('tab', { name: 'npm', exact: true }).focus();
    await page.keyboard.press('End');
    await expect.poll(() => list.getByRole('tab', { selected: true }).textContent()).toBe('yarn');
    await page.getByText('yarn add gallery').waitFor();
  });

  it('changes with the others, also on the first paint of the next page', async () => {
    await page.goto(`${site.url}/guide/blocks`);
    const [first, second] = [page.locator('.code-group').first(), page.locator('.code-group').nth(1)];
    const shown = () => page.locator('.code-group pre:visible').allTextContents();
    await second.getByRole('tab', { name: 'pnpm' }).click();
    await expect.poll(shown).toEqual(['pnpm add gallery', 'pnpm add -D gallery']);
    await first.getByRole('tab', { name: 'yarn' }).click();
    await expect.poll(shown).toEqual(['yarn add gallery', 'yarn add -D gallery']);
    await second.getByRole('tab', { name: 'bun' }).click();
    await expect.poll(shown).toEqual(['yarn add gallery', 'bun add -d gallery']);
    // The boot script runs after the first paint, which does not need it.
    await page.route('**/boot-*.js', (route) => route.abort());
    await page.reload({ waitUntil: 'commit' });
    // The page arrives in pieces.
    const chosen = () => page.locator('.code-group .tab[aria-selected="true"]').allTextContents();
    await expect.poll(chosen).toEqual(['yarn', 'bun']);
    await expect.poll(shown).toEqual(['yarn add gallery', 'bun add -d gallery']);
    await page.unroute('**/boot-*.js');
    // After a navigation without a document, no inline script runs.
    await page.goto(`${site.url}/guide/tasks`);
    await wake(page);
    await page.getByRole('link', { name: 'Blocks' }).first().click();
    await first.getByRole('tablist').waitFor();
    await expect.poll(shown).toEqual(['yarn add gallery', 'bun add -d gallery']);
  });
});

describe('an image that can be enlarged', () => {
  it('opens in a dialog by keyboard, and gives the focus back', async () => {
    await page.goto(`${site.url}/guide/blocks`);
    const button = page.getByRole('button', { name: 'Enlarge image: Nothing but grey' });
    const dialog = page.getByRole('dialog', { name: 'Nothing but grey' });
    await button.focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await hasFocus('.zoom')).toBe(true);
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });
});

describe('a header menu', () => {
  const SUMMARY = '.navbar summary';

  it('is a disclosure that exposes whether it is open', async () => {
    await page.goto(`${site.url}/`);
    const state = async () => (await accessibleNode(page, SUMMARY)).properties;
    await expect.poll(state).toMatchObject({ expanded: false });
    for (const key of ['Enter', 'Space']) {
      await page.locator(SUMMARY).first().focus();
      await page.keyboard.press(key);
      await expect.poll(state).toMatchObject({ expanded: true });
      await page.keyboard.press('Escape');
      await expect.poll(state).toMatchObject({ expanded: false });
      await expect.poll(() => hasFocus(`${SUMMARY} >> nth=0`)).toBe(true);
    }
  });

  it('gives the focus back when it is closed from inside', async () => {
    await page.locator(SUMMARY).first().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.menu-panel') !== null)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => hasFocus(`${SUMMARY} >> nth=0`)).toBe(true);
  });

  it('names the language menu, and marks the selected language', async () => {
    await page.goto(`${site.url}/`);
    await wake(page);
    expect(await accessibleNode(page, '.header-tools summary')).toMatchObject({ name: 'Language' });
    await page.locator('.header-tools summary').click();
    await expect.poll(() => page.getByRole('button', { name: 'English', pressed: true }).count()).toBe(1);
    await expect.poll(() => page.getByRole('button', { name: '中文', pressed: false }).count()).toBe(1);
    await page.keyboard.press('Escape');
  });
});

describe('a sidebar folder', () => {
  it('is open around the current page, and opens and closes by keyboard', async () => {
    await page.goto(`${site.url}/guide/advanced/deep/one`);
    const folder = page.locator('.sidebar-nav summary').first();
    if ((await folder.count()) === 0) throw new Error('The sidebar has no folder');
    const state = async () => (await accessibleNode(page, '.sidebar-nav summary')).properties;
    await expect.poll(state).toMatchObject({ expanded: true });
    await folder.focus();
    await page.keyboard.press('Enter');
    await expect.poll(state).toMatchObject({ expanded: false });
    await page.keyboard.press('Space');
    await page.locator('.sidebar-nav [aria-current="page"]').waitFor();
  });
});

describe('popups on a phone', () => {
  it.each([
    ['.menu-button', '.drawer'],
    ['.toc-button', '.toc-column'],
  ])('%s exposes whether its popup is open, and has the focus again when it closes', async (opener, popup) => {
    await phone.goto(`${site.url}/guide/blocks`);
    const state = async () => (await accessibleNode(phone, opener)).properties;
    await expect.poll(state).toMatchObject({ expanded: false });
    await phone.locator(opener).focus();
    await phone.keyboard.press('Enter');
    await phone.locator(popup).waitFor();
    await expect.poll(state).toMatchObject({ expanded: true });
    await phone.keyboard.press('Tab');
    await expect.poll(() => phone.locator(popup).evaluate((it) => it.contains(document.activeElement))).toBe(true);
    await phone.keyboard.press('Escape');
    await phone.locator(popup).waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus(opener, phone)).toBe(true);
  });

  it('close on a click elsewhere', async () => {
    await phone.goto(`${site.url}/guide/blocks`);
    await phone.locator('.toc-button').click();
    await phone.locator('h1').click({ position: { x: 2, y: 2 } });
    await phone.locator('.toc-column').waitFor({ state: 'hidden' });
  });
});
