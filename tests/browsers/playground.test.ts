import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Engine, startEngine } from '../helpers/engines/start-engine.ts';
import { wake } from '../helpers/engines/wake.ts';

describe.each(inject('engines'))('%s', (name) => {
  let engine: Engine;
  const site = inject('ownSite');

  beforeAll(async () => {
    engine = await startEngine(name);
  });

  afterAll(() => engine?.close());

  it('changes demo, code and address with a control, and reads the state of an address', async () => {
    const page = await engine.open(`${site}/playground?playground.disabled=true`);
    await wake(page);
    const isDisabled = () => document.querySelector<HTMLInputElement>('.demo-root input')?.disabled;
    await page.waitFor(() => document.querySelector<HTMLInputElement>('.demo-root input')?.disabled === true);
    await page.waitFor(() => document.querySelector('.controls:not([inert] *) [role="switch"]') !== null);
    await page.evaluate(() => {
      const [first] = document.querySelectorAll<HTMLInputElement>('.controls [role="switch"]');
      first?.click();
    });
    await page.waitFor(() => document.querySelector('.demo-code code')?.textContent?.includes('disabled={false}'));
    await page.waitFor(() => location.search === '?playground.disabled=false');
    expect(await page.evaluate(isDisabled)).toBe(false);
    expect(await page.messages()).toEqual([]);
    await page.close();
  });
});
