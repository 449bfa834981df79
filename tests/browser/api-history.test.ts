import { beforeAll, expect, it } from 'vitest';
import type { ApiHistory } from '../../src/shared/api-history.ts';
import { createSite } from '../helpers/build-site.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';

const NAMES = Array.from({ length: 18 }, (_, index) => `prop${index}`);
const HISTORY: ApiHistory = {
  format: 1,
  package: 'kit',
  versions: [{ version: '1.0.0' }, { version: '1.1.0' }, { version: '1.4.0' }],
  names: ['Card', 'Card#old', ...NAMES.slice(0, 15).map((name) => `Card#${name}`)],
  facts: [
    { name: 'Card#old', version: '1.4.0', change: 'removed', from: 'string' },
    { name: 'Card#prop0', version: '1.1.0', change: 'widened', from: '"small"', to: 'string' },
    { name: 'Card#prop15', version: '1.1.0', change: 'added', to: 'string' },
    { name: 'Card#prop16', version: '1.4.0', change: 'added', to: 'string' },
  ],
};
let site: OpenSite;

beforeAll(async () => {
  const props = NAMES.map((name) => `/** What ${name} does. */ ${name}?: string`).join(';\n  ');
  const { root, build } = await createSite({
    'package.json': '{"name": "kit", "version": "1.4.0"}',
    'src/index.tsx': `export interface CardProps {\n  ${props};\n}\nexport const Card = ({ prop0 }: CardProps) => <b>{prop0}</b>;\n`,
    'docs/index.md': '# Home\n\n<API id="Card" />\n',
    'docs/api-history.json': JSON.stringify(HISTORY),
  });
  expect((await build({ strict: true })).text).toBe('');
  site = await openSite({ root });
});

it('an API table is filtered by version, together with the words of the field', async () => {
  const { page, messages } = await site.open('/');
  const shown = () => page.locator('.api-table tbody > tr:visible .api-name').allInnerTexts();
  const versions = page.getByRole('combobox', { name: 'New since' });
  expect(await versions.locator('option').allInnerTexts()).toEqual(['Any version', '1.1', '1.4', 'Next release']);
  await versions.selectOption('1.1');
  await expect.poll(shown).toEqual(['prop0', 'prop15', 'prop16', 'prop17', 'old']);
  expect(await page.locator('.api-tools [role="status"]').innerText()).toBe('5 / 19');
  await versions.selectOption('1.4');
  await expect.poll(shown).toEqual(['prop16', 'prop17', 'old']);
  await page.getByRole('searchbox', { name: 'Filter properties' }).fill('prop');
  await expect.poll(shown).toEqual(['prop16', 'prop17']);
  await page.getByRole('searchbox', { name: 'Filter properties' }).fill('');
  await versions.selectOption('Any version');
  // The group that the filter opened is closed again.
  await expect.poll(shown).toEqual(NAMES);
  expect(messages).toEqual([]);
});

it('versions fit a phone, and can be read without JavaScript', async () => {
  const { page } = await site.open('/#api-card-removed-old', {
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  });
  expect(await page.getByRole('combobox').count()).toBe(0);
  await page.locator('#api-card-prop0 summary').click();
  expect(await page.locator('#api-card-prop0').innerText()).toMatch(/changed in 1\.1[\s\S]*1\.1: type was "small"/);
  expect(await page.locator('#api-card-prop16').innerText()).toContain('since 1.4');
  const removed = page.locator('#api-card-removed-old');
  // The address opens the group.
  expect(await removed.innerText()).toContain('removed in 1.4');
  await removed.locator('summary').click();
  expect(await removed.innerText()).toContain('in 1.1, not in 1.4: removed');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});
