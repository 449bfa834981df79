import { beforeAll, expect, it } from 'vitest';
import type { ApiHistory } from '../../src/shared/api-history.ts';
import { findFaults, SCHEMES, setScheme, WINDOWS } from '../helpers/accessibility.ts';
import { createSite } from '../helpers/build-site.ts';
import { type OpenSite, openSite, wake } from '../helpers/pages.ts';

const LONG = Array.from({ length: 12 }, (_, index) => `"a-long-value-${index}"`).join(' | ');
const HISTORY: ApiHistory = {
  format: 1,
  package: 'kit',
  versions: [{ version: '1.0.0' }, { version: '1.1.0' }, { version: '2.0.0' }, { version: '2.1.0' }],
  names: ['Card', 'Card#old', 'Card#size'],
  facts: [
    { name: 'Card#old', version: '2.0.0', change: 'removed', from: 'string' },
    { name: 'Card#size', version: '1.1.0', change: 'widened', from: '"small"', to: LONG },
    {
      name: 'Card#size',
      version: '2.1.0',
      change: 'narrowed',
      from: LONG,
      to: '"aVeryLongValueThatHasNoPlaceToBreakInALineOfAPhoneScreen"',
    },
  ],
};
let site: OpenSite;

beforeAll(async () => {
  const { root, build } = await createSite({
    'package.json': '{"name": "kit", "version": "2.1.0"}',
    'src/index.tsx': 'export const Card = ({ size }: { size?: string }) => <b>{size}</b>;\n',
    'docs/index.md': '# Home\n\n[changes](/~changes)\n\n<API id="Card" />\n',
    'docs/api-history.json': JSON.stringify(HISTORY),
  });
  expect((await build({ strict: true })).text).toBe('');
  site = await openSite({ root });
});

it('the changes of the API fit a phone, and are accessible in both color schemes', async () => {
  for (const viewport of Object.values(WINDOWS)) {
    const { page, messages } = await site.open('/~changes', { viewport });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    for (const scheme of SCHEMES) {
      await setScheme(page, scheme);
      expect(await findFaults(page)).toEqual([]);
    }
    expect(messages).toEqual([]);
  }
});

it('the changes of the API are in the language of the reader, and lead to older versions and to tables', async () => {
  const { page, messages } = await site.open('/', {
    before: (opened) => opened.addInitScript(() => localStorage.setItem('cascader-docs:lang', 'zh-CN')),
  });
  await wake(page);
  await page.getByRole('link', { name: 'changes' }).click();
  await expect.poll(() => page.locator('article h1').innerText()).toContain('API 变更');
  expect(await page.locator('article li').first().innerText()).toContain('不兼容');
  await page.locator('article').getByRole('link', { name: '1', exact: true }).click();
  await expect.poll(() => page.locator('article h2').allInnerTexts()).toEqual(['1.1']);
  await page.locator('article li').getByRole('link', { name: 'size' }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#api-card-size');
  expect(messages).toEqual([]);
});
