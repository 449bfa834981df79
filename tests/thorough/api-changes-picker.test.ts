import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { ApiFact, ApiHistory } from '../../src/shared/api-history.ts';
import { findFaults, SCHEMES, setScheme, WINDOWS } from '../helpers/accessibility.ts';
import { createSite } from '../helpers/build-site.ts';
import { hold, type OpenSite, openSite, wake } from '../helpers/pages.ts';

const LONG = '"aVeryLongValueThatHasNoPlaceToBreakInALineOfAPhoneScreen"';
const FACTS: ApiFact[] = [
  { name: 'Card#back', version: '1.0.0', change: 'removed' },
  { name: 'Card#back', version: '2.0.0', change: 'added', to: 'string' },
  { name: 'Card#brief', version: '1.1.0', change: 'added' },
  { name: 'Card#brief', version: '2.0.0', change: 'removed' },
  { name: 'Card#old', version: '2.0.0', change: 'deprecated', text: 'Use `size`.' },
  { name: 'Card#size', version: '1.0.0', change: 'widened', from: '"small"', to: LONG },
  { name: 'Card#size', version: '2.0.0', change: 'narrowed', from: LONG, to: 'string' },
  { name: 'Card.Part#open', version: '1.1.0', change: 'added', to: 'boolean' },
  { name: 'Part#open', version: '1.1.0', change: 'added', to: 'boolean' },
];
const HISTORY: ApiHistory = {
  format: 1,
  package: 'kit',
  versions: ['rc-kit@3.4.0', '1.0.0', '1.1.0', '2.0.0'].map((version) => ({ version })),
  names: ['Card', 'Card#back', 'Card#old', 'Card#size', 'Card.Part', 'Part'],
  facts: FACTS,
};
const FILES = {
  'package.json': '{"name": "kit", "version": "2.0.0"}',
  'src/index.tsx': `interface CardProps { size?: string; old?: string; back?: string; fresh?: number }
export const Part = ({ open }: { open?: boolean }) => <b>{String(open)}</b>;
const Base = ({ size }: CardProps) => <b>{size}</b>;
export const Card = Object.assign(Base, { Part });
`,
  'docs/index.md': '# Home\n\n[changes](/~changes), [since 1.0](/~changes?from=1.0.0&to=2.0.0)\n\n<API id="Card" />\n',
  'docs/api-history.json': JSON.stringify(HISTORY),
};
let site: OpenSite;

beforeAll(async () => {
  const { root, build } = await createSite(FILES);
  expect((await build({ strict: true })).text).toBe('');
  site = await openSite({ root });
});

const from = (page: Page) => page.getByRole('combobox', { name: 'From' });
const to = (page: Page) => page.getByRole('combobox', { name: 'To' });
const breaking = (page: Page) => page.getByRole('checkbox', { name: 'Only breaking changes' });
/** Returns the visible headings, lists and paragraphs below the picker. */
const shown = (page: Page): Promise<string[]> =>
  page.locator('article :is(h2, h3, li, [data-changes-result] > p):visible').allInnerTexts();
const query = (page: Page): string => new URL(page.url()).search;
const announced = (page: Page): Promise<string | null> => page.locator('[data-announcer]').textContent();

const SINCE_1_0 = [
  '1.0 → 2.0',
  'Changes: 4 · Breaking: 1',
  'Card',
  'back added string',
  'old deprecated. Use size.',
  `size Breaking Type ${LONG} → string`,
  'Card.Part, Part',
  'open added boolean',
];
const STATIC = ['2.0: Changes 4 · Breaking 2 · added 1 · removed 1', 'Next release', 'Card', 'fresh added'];

it('changes between two versions are shown for a choice, which is in the address', async () => {
  const requests: string[] = [];
  const { page, messages } = await site.open('/~changes', {
    before: async (opened) => void opened.on('request', (request) => requests.push(new URL(request.url()).pathname)),
  });
  const loaded = () => requests.filter((path) => path.includes('api-changes')).map((path) => path.replace(/.*\./, ''));
  expect((await shown(page)).slice(0, 4)).toEqual(STATIC);
  expect(loaded()).toEqual([]);
  expect(await from(page).locator('option').allInnerTexts()).toEqual([
    'Each version',
    'Next release',
    '2.0',
    '1.1',
    '1.0',
    'rc-kit@3.4',
  ]);
  await from(page).selectOption('1.0');
  await expect.poll(() => shown(page)).toEqual(SINCE_1_0);
  expect(query(page)).toBe('?from=1.0.0&to=2.0.0');
  expect(await announced(page)).toBe('1.0 → 2.0. Changes: 4 · Breaking: 1');
  expect(loaded()).toEqual(['js', 'json']);
  await breaking(page).check();
  await expect.poll(() => shown(page)).toEqual([...SINCE_1_0.slice(0, 3), SINCE_1_0[5]]);
  expect(query(page)).toBe('?from=1.0.0&to=2.0.0&breaking');
  await page.goBack();
  await expect.poll(() => shown(page)).toEqual(SINCE_1_0);
  expect(await breaking(page).isChecked()).toBe(false);
  await page.goBack();
  await expect.poll(async () => (await shown(page)).slice(0, 4)).toEqual(STATIC);
  expect(await from(page).inputValue()).toBe('');
  await page.goForward();
  await page.goForward();
  await expect.poll(() => breaking(page).isChecked()).toBe(true);
  await from(page).selectOption('');
  await expect.poll(async () => (await shown(page)).slice(0, 4)).toEqual(STATIC);
  expect(query(page)).toBe('');
  expect(messages).toEqual([]);
});

it('changes are composed, also with versions of an earlier package name and with the next release', async () => {
  const { page, messages } = await site.open('/~changes?from=rc-kit@3.4.0&to=next');
  await expect
    .poll(() => shown(page))
    .toEqual([
      'rc-kit@3.4 → Next release',
      'Changes: 5 · Breaking: 2',
      'For the next release, only added and removed names are known.',
      'Card',
      'back Breaking removed in 1.0, added again in 2.0',
      'fresh added',
      'old deprecated. Use size.',
      'size Breaking Type "small" → string',
      'Card.Part, Part',
      'open added boolean',
    ]);
  expect(await from(page).inputValue()).toBe('rc-kit@3.4.0');
  await wake(page);
  await page.locator('article li').getByRole('link', { name: 'size' }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#api-card-size');
  // The result is shown again when the reader returns.
  await page.goBack();
  await expect.poll(async () => (await shown(page))[0]).toBe('rc-kit@3.4 → Next release');
  expect(messages).toEqual([]);
});

it('an address with an unknown version, or with versions in the wrong order, has a message and the static list', async () => {
  const { page, messages } = await site.open('/~changes?from=9.9.9&to=2.0.0');
  const unknown = 'The URL contains a version that is not in this list.';
  await expect.poll(async () => (await shown(page)).slice(0, 5)).toEqual([unknown, ...STATIC]);
  expect(await announced(page)).toBe(unknown);
  await page.goto(`${site.url}/~changes?from=2.0.0&to=1.0.0`);
  const order = 'The version in "From" must be older than the version in "To".';
  await expect.poll(async () => (await shown(page)).slice(0, 5)).toEqual([order, ...STATIC]);
  await to(page).selectOption('next');
  await expect.poll(async () => (await shown(page))[0]).toBe('2.0 → Next release');
  expect(messages).toEqual([]);
});

it('the address of a version returns to the static list, and the table of contents has what is shown', async () => {
  const { page, messages } = await site.open('/~changes?from=1.0.0&to=2.0.0');
  await expect.poll(() => shown(page)).toEqual(SINCE_1_0);
  const toc = page.locator('[data-toc] a:visible');
  await expect.poll(() => toc.count()).toBe(0);
  await page.evaluate(() => {
    location.hash = '#v2.0';
  });
  await expect.poll(async () => (await shown(page)).slice(0, 4)).toEqual(STATIC);
  expect(page.url()).toBe(`${site.url}/~changes#v2.0`);
  await expect.poll(() => toc.count()).toBeGreaterThan(2);
  expect(messages).toEqual([]);
});

it('the picker works with the keyboard, and in the language of the reader', async () => {
  const { page, messages } = await site.open('/~changes', {
    before: (opened) => opened.addInitScript(() => localStorage.setItem('cascader-docs:lang', 'zh-CN')),
  });
  const first = page.getByRole('combobox', { name: '起始版本' });
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => shown(page)).toContain('1.1 → 2.0');
  await expect.poll(() => shown(page)).toContain('变更: 4 · 不兼容: 2');
  expect(await first.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect.poll(() => query(page)).toBe('?from=1.1.0&to=2.0.0&breaking');
  expect(messages).toEqual([]);
});

it('a choice that cannot be loaded has a message, and the next choice tries again', async () => {
  let isDown = true;
  const { page } = await site.open('/~changes', {
    before: (opened) => opened.route(/api-changes-\w+\.json/, (route) => (isDown ? route.abort() : route.continue())),
  });
  await from(page).selectOption('1.0');
  await expect.poll(async () => (await shown(page))[0]).toMatch(/^The changes could not be loaded/);
  expect((await shown(page)).slice(1, 5)).toEqual(STATIC);
  isDown = false;
  await from(page).selectOption('1.1');
  await expect.poll(async () => (await shown(page))[0]).toBe('1.1 → 2.0');
});

it('only the last choice is shown if the data is late', async () => {
  const late = hold(/api-changes-\w+\.json/);
  const { page, messages } = await site.open('/~changes', { before: late.before });
  await from(page).selectOption('1.0');
  await expect.poll(() => query(page)).toContain('from=1.0.0');
  await from(page).selectOption('1.1');
  late.release();
  await expect.poll(async () => (await shown(page))[0]).toBe('1.1 → 2.0');
  await from(page).selectOption('');
  await expect.poll(async () => (await shown(page)).slice(0, 4)).toEqual(STATIC);
  expect(messages).toEqual([]);
});

it('the result is accessible and fits a phone, in both color schemes', async () => {
  for (const viewport of Object.values(WINDOWS)) {
    const { page, messages } = await site.open('/~changes?from=rc-kit@3.4.0&to=next', { viewport });
    await expect.poll(async () => (await shown(page))[0]).toBe('rc-kit@3.4 → Next release');
    for (const direction of ['ltr', 'rtl']) {
      await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    }
    await page.evaluate(() => document.documentElement.removeAttribute('dir'));
    for (const scheme of SCHEMES) {
      await setScheme(page, scheme);
      expect(await findFaults(page)).toEqual([]);
    }
    expect(messages).toEqual([]);
  }
});
