import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { WINDOWS } from '../../helpers/accessibility.ts';
import { DEMO_KINDS } from '../../helpers/own-demos.ts';
import { wake } from '../../helpers/pages.ts';
import { openGallery, openOwnSite } from '../../helpers/sites.ts';

const sites = { own: await openOwnSite(), gallery: await openGallery() };
const plain = (await sites.own.open('/', { javaScriptEnabled: false })).page;
const scripted = (await sites.own.open('/')).page;
/** Status codes of the URLs that were requested. */
const statuses = new Map<string, number>();

const routes = Object.entries(sites).flatMap(([name, { url, routes }]) =>
  routes
    .filter((route) => !route.startsWith('/demo/') || DEMO_KINDS.some((slug) => route === `/demo/${slug}`))
    .map((route) => ({ site: name, route, url: url + route })),
);

/**
 * Returns the text of the main part, except for tabs, status messages, demos, and the date, which depends on the
 * reader's locale.
 */
async function readMain(page: Page): Promise<{ title: string; text: string }> {
  return await page.locator('main').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement;
    const own = '.tab-list, [role="status"], [data-demo-root], time, script';
    for (const element of copy.querySelectorAll(own)) element.remove();
    const text = (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
    return { title: main.querySelector('h1')?.textContent ?? '', text };
  });
}

describe.each(routes)('without JavaScript, $route of the site $site', ({ url }) => {
  it('has the same title and text as with JavaScript, and no dead link', async () => {
    await plain.goto(url);
    await scripted.goto(url);
    await wake(scripted);
    const [without, withScript] = [await readMain(plain), await readMain(scripted)];
    expect(without).toEqual(withScript);
    expect(without.title).not.toBe('');
    expect(without.text.length).toBeGreaterThan(20);
    for (const link of await ownLinks(new URL(url).origin)) {
      const { href, hash, pathname } = new URL(link);
      if (hash && pathname === new URL(url).pathname) {
        expect(await plain.locator(`[id="${decodeURIComponent(hash.slice(1))}"]`).count(), link).toBe(1);
        continue;
      }
      const address = href.replace(hash, '');
      if (!statuses.has(address)) statuses.set(address, (await plain.request.get(address)).status());
      expect(statuses.get(address), address).toBe(200);
    }
  });
});

/** Returns the links of the page to pages of the site, or to its own sections. */
async function ownLinks(origin: string): Promise<string[]> {
  const links = await plain
    .locator('a[href]')
    .evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href));
  return [...new Set(links)].filter((link) => link.startsWith(origin));
}

describe('without JavaScript', () => {
  it('shows the type of a name in code when it is pressed, and hides it on Escape', async () => {
    await plain.goto(`${sites.gallery.url}/guide/blocks`);
    const hint = plain.locator('.type-hint', { hasText: 'const three: string' });
    for (const key of ['Enter', ' ']) {
      await plain.locator('button.typed', { hasText: 'three' }).focus();
      await plain.keyboard.press(key);
      await expect.poll(() => hint.isVisible()).toBe(true);
      await plain.keyboard.press('Escape');
      await expect.poll(() => hint.isVisible()).toBe(false);
    }
    await plain.locator('button.typed', { hasText: 'sum' }).first().click();
    await expect.poll(() => plain.locator('.type-hint:popover-open', { hasText: 'Adds up.' }).count()).toBe(1);
  });

  it('shows the content of all tabs', async () => {
    await plain.goto(`${sites.gallery.url}/guide/tabs`);
    for (const text of ['Main text.', 'Text of the second tab.', 'Text of the third tab.'])
      expect(await plain.getByText(text).isVisible(), text).toBe(true);
    await plain.goto(`${sites.gallery.url}/guide/blocks`);
    for (const text of ['npm install', 'pnpm add', 'yarn add'])
      expect(await plain.locator('pre', { hasText: text }).last().isVisible(), text).toBe(true);
  });

  it('opens menus, drawers and code, which the browser provides', async () => {
    const { page } = await sites.gallery.open('/guide/demos', {
      javaScriptEnabled: false,
      viewport: WINDOWS.phone,
    });
    await page.locator('.header').getByRole('button', { name: 'Menu' }).click();
    await page.locator('.navbar').waitFor();
    await page.locator('.sidebar-nav').waitFor();
    await page.getByRole('button', { name: 'Close menu' }).click();
    await page.locator('.sidebar-nav').waitFor({ state: 'hidden' });
    await page.locator('.demo-code > summary').first().click();
    await page.locator('.demo-code pre').first().waitFor();
    await page.context().close();
  });
});
