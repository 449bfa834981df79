import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibleNode } from '../../helpers/accessibility.ts';
import { type BuiltSite, openGallery } from '../../helpers/sites.ts';

let site: BuiltSite;
let page: Page;

beforeAll(async () => {
  site = await openGallery();
  page = (await site.open('/', { permissions: ['clipboard-read', 'clipboard-write'] })).page;
});

const announcer = '[data-announcer]';

describe('announcements', () => {
  it('use a polite live region that exists, and is empty, from the start', async () => {
    await page.goto(`${site.url}/guide/blocks`);
    expect(await page.locator(announcer).textContent()).toBe('');
    expect(await accessibleNode(page, announcer)).toMatchObject({ role: 'status', properties: { live: 'polite' } });
  });

  it('say that code was copied, and are removed afterwards', async () => {
    await page.goto(`${site.url}/guide/blocks`);
    await page.locator('.copy-button').first().click();
    await page.locator(announcer).filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });
    await page.waitForFunction((region) => document.querySelector(region)?.textContent === '', announcer);
  });

  it('are in the language of the interface', async () => {
    await page.evaluate(() => localStorage.setItem('cascader-docs:lang', 'zh-CN'));
    await page.goto(`${site.url}/guide/blocks`);
    await page.locator('.skip-link', { hasText: '跳到正文' }).waitFor({ state: 'attached' });
    await page.locator('.copy-button').first().click();
    await page.locator(announcer).filter({ hasText: '已复制' }).waitFor({ state: 'attached' });
    expect(await page.locator(announcer).getAttribute('lang')).toBe('zh-CN');
    await page.evaluate(() => localStorage.clear());
  });
});
