import { beforeAll, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { editDemo } from '../helpers/live.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';
import { tsconfigSite } from '../helpers/tsconfig-site.ts';

let site: OpenSite;

beforeAll(async () => {
  const fixture = await createSite(tsconfigSite);
  expect((await fixture.build({ cache: false })).exitCode).toBe(0);
  site = await openSite({ root: fixture.root });
});

it('demos and pages of projects with a tsconfig.json hydrate without console messages', async () => {
  const { page, messages } = await site.open('/');
  const demo = page.locator('.look');
  await demo.scrollIntoViewIfNeeded();
  await page.locator('[data-demo][data-hydrated]').first().waitFor();
  await demo.click();
  await expect
    .poll(() => demo.innerText())
    .toBe('demo shared word typed package typed package 1 library typed package library part');
  for (const path of ['/striped', '/decorated', '/pages/page']) {
    await page.goto(site.url + path);
    const shown = page.locator(path === '/pages/page' ? 'html[data-hydrated]' : '[data-demo][data-hydrated]').first();
    if (path === '/pages/page') await page.keyboard.press('Shift');
    await shown.waitFor();
  }
  expect(await page.locator('[data-striped]').allInnerTexts()).toEqual(['page shared word', 'box shared word']);
  expect(messages).toEqual([]);
});

it('edited demos keep the meaning of their imports and their JSX', async () => {
  const { page, messages } = await site.open('/');
  const live = await editDemo(page, '[data-demo$="-paths"]');
  await live.write((await live.read()).replace('demo {word}', 'edited {word}'));
  const frame = await live.frame();
  await frame.getByText('edited shared word typed package typed package 0').waitFor();
  await page.goto(`${site.url}/striped`);
  const striped = await editDemo(page, '[data-demo$="-striped"]');
  await striped.write('export default () => <p>edited</p>;');
  expect(await (await striped.frame()).locator('p').getAttribute('data-striped')).toBe('');
  await striped.write('/** @jsxImportSource react */\nexport default () => <p>mine</p>;');
  await (await striped.frame()).getByText('mine').waitFor();
  expect(await (await striped.frame()).locator('p').getAttribute('data-striped')).toBe(null);
  expect(messages).toEqual([]);
});
