import fs from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { CSS_IN_JS_FILES } from '../helpers/css-in-js.ts';
import { fixturePackages } from '../helpers/fixture-packages.ts';
import { editDemo } from '../helpers/live.ts';
import { type OpenPage, type OpenSite, openSite, wake } from '../helpers/pages.ts';
import { words } from '../helpers/words.ts';

const PROPERTIES = words(`
  color background-color width padding-top letter-spacing word-spacing animation-name border-top-width
`);

let fixture: TestSite;
let site: OpenSite;
let developed: OpenSite;

beforeAll(async () => {
  fixture = await createSite(CSS_IN_JS_FILES);
  await fs.symlink(await fixturePackages('css-in-js'), path.join(fixture.root, 'node_modules'));
  const { text, exitCode } = await fixture.build({ strict: true, cache: false });
  expect(text).toBe('');
  expect(exitCode).toBe(0);
  const development = await fixture.build({ development: true, outDir: 'development', cache: false });
  expect(development.exitCode).toBe(0);
  site = await openSite({ root: fixture.root });
  developed = await openSite({ root: fixture.root, outDir: 'development' });
});

/** Returns the computed styles of the probes in the demos. */
const looks = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(
    (properties) =>
      Object.fromEntries(
        [...document.querySelectorAll('[data-probe]')].map((probe) => {
          const style = getComputedStyle(probe);
          return [probe.getAttribute('data-probe'), properties.map((name) => style.getPropertyValue(name))];
        }),
      ),
    PROPERTIES,
  );

/** Hydrates all demos. */
const hydrate = async (page: Page): Promise<void> => {
  for (const card of await page.locator('[data-demo]').all()) {
    await card.scrollIntoViewIfNeeded();
    await card.dispatchEvent('pointerover');
  }
  await page.waitForFunction(() => !document.querySelector('[data-demo]:not([data-hydrated])'));
};

/** Returns the CSS rules of the demos that occur more than once. */
const repeated = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const rules = [...document.styleSheets]
      .filter(({ href }) => href === null)
      .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
      .filter((rule) => !rule.startsWith('@'));
    return rules.filter((rule, index) => rules.indexOf(rule) !== index);
  });

const recoverable = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => window.__cascaderDocs?.recoverable);

/** Omits React's hint about its DevTools, which is not a warning. */
const warnings = (messages: OpenPage['messages']): string[] =>
  messages.filter((message) => !message.includes('React DevTools'));

describe('demos with CSS-in-JS', () => {
  it('look the same without JavaScript and after hydration', async () => {
    const plain = await site.open('/demos', { javaScriptEnabled: false });
    const before = await looks(plain.page);
    expect(before['emotion-text']?.slice(0, 1)).toEqual(['rgb(10, 20, 30)']);
    expect(before['emotion-text']?.[4]).toBe('3px');
    expect(before['emotion-again']?.[1]).toBe('rgb(40, 50, 60)');
    expect(before['emotion-css']).toMatchObject({ 0: 'rgb(70, 80, 90)', 5: '4px' });
    expect(before['styled-left']).toMatchObject({ 0: 'rgb(11, 12, 13)', 2: '100px', 3: '7px' });
    expect(before['styled-right']).toMatchObject({ 0: 'rgb(14, 15, 16)', 2: '200px', 4: '5px' });
    expect(before['styled-title']?.[0]).toBe('rgb(21, 22, 23)');
    expect(before.cssinjs).toMatchObject({ 1: 'rgb(41, 42, 43)', 7: '0px' });
    expect(before.precedence?.[0]).toBe('rgb(51, 52, 53)');
    const { page, messages } = await site.open('/demos', { beside: true });
    await hydrate(page);
    expect(await looks(page)).toEqual(before);
    expect(await recoverable(page)).toBe(0);
    expect(messages).toEqual([]);
    // `cssinjs` inserts the variables of a token again, because their names differ in the browser.
    expect((await repeated(page)).filter((rule) => !rule.startsWith('.x-vars'))).toEqual([]);
  });

  it('hydrate in any order without a React warning', async () => {
    const { page, messages } = await developed.open('/demos', { beside: true });
    await wake(page);
    await page.locator('[data-demo$="styled-again"]').dispatchEvent('pointerover');
    await page.locator('[data-demo$="styled-again"][data-hydrated]').waitFor();
    await hydrate(page);
    expect(await recoverable(page)).toBe(0);
    expect(warnings(messages)).toEqual([]);
  });

  it('are styled after a navigation, before and after hydration', async () => {
    const direct = await developed.open('/demos', { beside: true });
    const expected = await looks(direct.page);
    const { page, messages } = await developed.open('/', { beside: true });
    await wake(page);
    await page.getByRole('main').getByRole('link', { name: 'Demos' }).click();
    await page.getByRole('heading', { name: 'Demos' }).waitFor();
    const shown = await looks(page);
    expect(shown).toEqual(expected);
    await hydrate(page);
    expect(await looks(page)).toEqual(expected);
    await page.goBack();
    await page.getByText('Nothing runs here.').waitFor();
    await page.goForward();
    await page.getByRole('heading', { name: 'Demos' }).waitFor();
    await hydrate(page);
    expect(await looks(page)).toEqual(expected);
    expect(await recoverable(page)).toBe(0);
    expect(warnings(messages)).toEqual([]);
  });

  it('are styled in the frame in which they are edited', async () => {
    const { page, messages } = await site.open('/demos', { beside: true });
    const live = await editDemo(page, '[data-demo$="demo-styled"]');
    const code = CSS_IN_JS_FILES['demos/styled.tsx'] ?? '';
    await live.write(code.replace('rgb(14, 15, 16)', 'rgb(1, 2, 3)'));
    const frame = await live.frame();
    await frame.waitForFunction(() => {
      const edited = document.querySelector('[data-probe="styled-right"]');
      return edited !== null && getComputedStyle(edited).color === 'rgb(1, 2, 3)';
    });
    expect(messages).toEqual([]);
  });

  it('are styled by Emotion on interactive pages', async () => {
    const plain = await site.open('/live', { javaScriptEnabled: false });
    const before = await looks(plain.page);
    expect(before.live?.[1]).toBe('rgb(40, 50, 60)');
    const { page, messages } = await developed.open('/live', { beside: true });
    await wake(page);
    const after = await looks(page);
    expect(after.live).toEqual(before.live);
    expect(after.box?.[3]).toBe('7px');
    expect(await recoverable(page)).toBe(0);
    expect(warnings(messages)).toEqual([]);
  });
});
