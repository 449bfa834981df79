import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Engine, startEngine } from '../helpers/engines/start-engine.ts';
import { wake } from '../helpers/engines/wake.ts';
import { DEMO_KINDS } from '../helpers/own-demos.ts';

/** A demo whose steps the page plays. `check` plays those of all demos. */
const PLAYED = '/demo/simple';

describe.each(inject('engines'))('%s', (name) => {
  let engine: Engine;

  beforeAll(async () => {
    engine = await startEngine(name);
  });

  afterAll(() => engine?.close());

  it.each([
    '/',
    '/Changelog',
    '/no/such/page',
    ...DEMO_KINDS.map((slug) => `/demo/${slug}`),
  ])('%s hydrates, works as described and logs nothing', async (route) => {
    const page = await engine.open(inject('ownSite') + route);
    await wake(page);
    if (route.startsWith('/demo/')) {
      if (route !== '/demo/panel') await page.click('[data-demo] :is([role="combobox"], input[readonly])');
      await page.waitFor(() => document.querySelector('[data-demo] .rc-cascader-menu')?.checkVisibility());
      await page.click('[data-demo] .rc-cascader-menu-item');
    }
    if (route === PLAYED) {
      await page.click('[data-steps] > summary');
      await page.click('[data-step-action="play"]');
      await page.waitFor(() => document.querySelector('[data-steps="playing"]') !== null);
      await expect
        .poll(() => page.evaluate(() => document.querySelector('[data-steps="playing"]') === null), {
          timeout: 120_000,
        })
        .toBe(true);
      const unfinished = () =>
        [...document.querySelectorAll('[data-step]:not([data-step="done"])')].map(({ textContent }) => textContent);
      expect(await page.evaluate(unfinished)).toEqual([]);
    }
    const messages = await page.messages();
    expect(messages.filter((message) => route !== '/no/such/page' || !message.includes('404'))).toEqual([]);
    await page.close();
  });
});
