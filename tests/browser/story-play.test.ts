import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { CRASH_ATTRIBUTE, DEMO_ROOT_ATTRIBUTE } from '../../src/shared/dom-contract.ts';
import { createSite } from '../helpers/build-site.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';
import { PLAY_SITE } from '../helpers/play-site.ts';
import { stopClock } from '../helpers/play-steps.ts';

let site: OpenSite;

beforeAll(async () => {
  const { root, build } = await createSite(PLAY_SITE);
  const { text } = await build({ cache: false });
  expect(text).toBe('');
  site = await openSite({ root });
});

const statesOf = (card: Locator): Promise<(string | null)[]> =>
  card.locator('.step-list li').evaluateAll((all) => all.map((one) => one.getAttribute('data-step')));

it('the play function of a story is played as its steps', async () => {
  const { page, messages } = await site.open('/ui/form');
  const card = page.getByRole('group', { name: 'In Steps', exact: true });
  await card.locator('.demo-steps summary').click();
  const press = (name: string): Promise<void> => card.getByRole('button', { name, exact: true }).click();
  await press('Next');
  await expect.poll(() => statesOf(card)).toEqual(['done', '']);
  expect(await card.getByRole('textbox').inputValue()).toBe('ab{');
  await press('Next');
  await expect.poll(() => statesOf(card)).toEqual(['done', 'done']);
  // Played again, it starts again.
  const { pass } = await stopClock(page);
  await press('Play');
  await expect.poll(() => statesOf(card)).toEqual(['running', '']);
  await pass(60_000);
  await expect.poll(() => statesOf(card)).toEqual(['done', 'done']);
  expect(messages).toEqual([]);
});

it.each(['Answered', 'Matchers'])('the play function of the story %s passes', async (name) => {
  const { page } = await site.open('/ui/form');
  const card = page.getByRole('group', { name, exact: true });
  await card.locator('.demo-steps summary').click();
  await card.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => statesOf(card)).toEqual([expect.stringMatching('done|failed')]);
  expect(await card.locator('.step-list').innerText()).toContain('Done');
});

it('loaders and `beforeEach` run in the browser, before the story is rendered', async () => {
  const { page } = await site.open('/ui/loaded');
  const demos = page.locator(`[${DEMO_ROOT_ATTRIBUTE}]`);
  await demos.getByText('From a loader').waitFor();
  await demos.getByText('Prepared').waitFor();
  await page.locator(`[${DEMO_ROOT_ATTRIBUTE}][${CRASH_ATTRIBUTE}*="No connection"]`).waitFor();
});

it('the globals of a preview are those of the page', async () => {
  const { page } = await site.open('/ui/form');
  const globals = page.locator('.globals').first();
  await page.locator('[data-prepared]').waitFor();
  await expect.poll(() => globals.getAttribute('title')).toBe('light ltr en high');
  await page.evaluate(() => {
    Object.assign(document.documentElement, { dir: 'rtl', lang: 'de-AT' });
    document.documentElement.setAttribute('data-prefers-color', 'dark');
  });
  await expect.poll(() => globals.getAttribute('title')).toBe('dark rtl de high');
});
