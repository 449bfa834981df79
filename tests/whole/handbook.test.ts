import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { wakeDemos } from '../helpers/accessibility.ts';
import { buildSite } from '../helpers/build-site.ts';
import { openHandbook } from '../helpers/sites.ts';

const handbook = await openHandbook();

describe('the home page of the handbook', () => {
  it('shows a card of the library and its code without scripts', async () => {
    const { page } = await handbook.open('/', { javaScriptEnabled: false });
    const hero = page.locator('.hero-media');
    expect(await hero.getByRole('radio', { name: 'Good', exact: true }).isChecked()).toBe(true);
    expect(await hero.getByRole('switch').getAttribute('aria-checked')).toBe('true');
    expect(await hero.getByText('@handbook/ui').isVisible()).toBe(true);
  });
});

describe('the sidebar of the handbook', () => {
  it('has no entries outside of groups', async () => {
    const { page } = await handbook.open('/', { javaScriptEnabled: false });
    for (const route of ['/guide/demos', '/reference/configuration']) {
      await page.goto(handbook.url + route);
      const sections = page.locator('.sidebar-nav > *');
      expect(await sections.count()).toBeGreaterThan(1);
      expect(await sections.count()).toBe(await sections.locator('> .sidebar-title').count());
    }
  });
});

describe('the library of the handbook', () => {
  it('works with the keyboard', async () => {
    const { page } = await handbook.open('/guide/demos');
    await wakeDemos(page);
    const sounds = page.getByRole('switch', { name: 'Sounds' });
    await sounds.press('Space');
    expect(await sounds.getAttribute('aria-checked')).toBe('true');
    await page.getByRole('radio', { name: 'Good', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: 'Excellent' }).isChecked()).toBe(true);
  });

  it('sorts a table by the column whose heading is pressed', async () => {
    const { page } = await handbook.open('/guide/demos');
    await wakeDemos(page);
    await page.getByRole('button', { name: 'River' }).click();
    const first = page.locator('.ui-table tbody tr').first().getByRole('rowheader');
    await expect.poll(() => first.textContent()).toBe('Amazon');
    expect(await page.locator('.ui-table [aria-sort]').getAttribute('aria-sort')).toBe('ascending');
  });
});

it('the icon catalog of the handbook builds a page for each icon', async () => {
  const recipes = path.resolve(import.meta.dirname, '../../docs/_handbook/docs/guide/recipes.md');
  const section = (await fs.readFile(recipes, 'utf8'))
    .split(/^## /m)
    .find((text) => text.startsWith('An icon catalog'));
  const fences = section?.matchAll(/^(`{3,})(?:tsx?|mdx?) \[(.+?)\](?: \| pure)?\n([\s\S]*?)^\1$/gm) ?? [];
  const icons = Array.from({ length: 200 }, (_, index): [string, string] => [
    `icons/icon-${index}.svg`,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M${index} 4h8v8z"/></svg>`,
  ]);
  const { text, read } = await buildSite({
    'package.json': '{"name": "my-icons", "version": "1.0.0", "private": true}',
    ...Object.fromEntries(Array.from(fences, ([, , file = '', code = '']) => [file, code])),
    ...Object.fromEntries(icons),
    'docs/index.md': '# Home\n',
  });
  expect(text).toBe('');
  expect(
    (await read('icons/index.html')).match(/<button type="button" data-copy="&lt;svg[^>]*>Copy SVG</g),
  ).toHaveLength(200);
  const page = await read('icons/icon-7/index.html');
  expect(page).toMatch(/<img src="[^"]*icon-7[^"]*\.svg" alt="The icon icon-7"/);
  expect(page).toContain('my-icons/icon-7.svg');
  expect(await read('~search/en.json')).toContain('icon-199');
});
