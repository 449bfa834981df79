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

  it('draws the lines of the shell', async () => {
    const page = await engine.open(`${site}/`);
    const lines = await page.evaluate(() =>
      Object.entries({
        '.header': 'border-bottom',
        '.footer': 'border-top',
        '.demo-bar': 'border-top',
        '.demo-code': 'border-top',
        '.table th': 'border-bottom',
        '.markdown h2': 'border-top',
      }).map(([selector, side]) => {
        const element = document.querySelector(selector);
        const style = element && getComputedStyle(element);
        return `${selector} ${style?.getPropertyValue(`${side}-width`)} ${style?.getPropertyValue(`${side}-style`)} ${style?.getPropertyValue(`${side}-color`)}`;
      }),
    );
    for (const line of lines) expect(line).toMatch(/ 1px solid rgb\(225, 231, 228\)$/);
    await page.close();
  });

  it('finds words, shows the hits, and goes to the chosen one', async () => {
    const page = await engine.open(`${site}/Changelog`);
    // A key that is pressed before the window has the focus is lost.
    await page.waitFor(() => document.hasFocus());
    await page.click('h1');
    await page.press('/');
    await page.waitFor(() => document.activeElement?.classList.contains('search-input'));
    await page.type('keyboard');
    await page.waitFor(() => document.querySelector('.search-hit') !== null);
    const box = await page.evaluate(() => {
      const hits = document.querySelector('.search-hits');
      const [hit] = document.querySelectorAll('.search-hit');
      const { top = 0, bottom = 0 } = hit?.getBoundingClientRect() ?? {};
      return {
        height: hits?.clientHeight ?? 0,
        isSeen: hits?.contains(document.elementFromPoint(640, (top + bottom) / 2)),
      };
    });
    expect(box.height).toBeGreaterThan(100);
    expect(box.isSeen).toBe(true);
    await page.press('ArrowDown');
    await page.press('Enter');
    await page.waitFor(() => location.pathname !== '/Changelog' && !document.querySelector('dialog:popover-open'));
    expect(await page.messages()).toEqual([]);
    await page.close();
  });

  it('goes from page to page and back without loading a document', async () => {
    const page = await engine.open(`${site}/demo/simple`);
    await wake(page);
    await page.evaluate(() => void Object.assign(window, { kept: true }));
    await page.click('.sidebar a[href="/demo/multiple"]');
    await page.waitFor(
      () => location.pathname === '/demo/multiple' && document.querySelector('h1')?.textContent?.length,
    );
    await page.evaluate(() => history.back());
    await page.waitFor(
      () => location.pathname === '/demo/simple' && document.querySelector('[data-demo][data-hydrated]') !== null,
    );
    await page.click('[data-demo] input');
    await page.waitFor(() => document.querySelector('.rc-cascader-dropdown')?.checkVisibility());
    expect(await page.evaluate(() => 'kept' in window)).toBe(true);
    expect(await page.messages()).toEqual([]);
    await page.close();
  });

  it('changes colours, and remembers the choice', async () => {
    const page = await engine.open(`${site}/`);
    const background = () => getComputedStyle(document.body).backgroundColor;
    expect(await page.evaluate(background)).toBe('rgb(255, 255, 255)');
    await page.click('.color-switch label:has([value="dark"])');
    await page.waitFor(() => document.documentElement.getAttribute('data-prefers-color') === 'dark');
    expect(await page.evaluate(background)).toBe('rgb(18, 22, 21)');
    await page.evaluate(() => {
      Object.assign(window, { before: true });
      location.reload();
    });
    await page.waitFor(() => !('before' in window) && document.readyState === 'complete');
    await page.waitFor(() => document.documentElement.getAttribute('data-prefers-color') === 'dark');
    expect(await page.evaluate(background)).toBe('rgb(18, 22, 21)');
    await page.close();
  });
});
