import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startHost } from '../helpers/engines/host.ts';
import { type Engine, startEngine } from '../helpers/engines/start-engine.ts';
import { wake } from '../helpers/engines/wake.ts';

describe.each(inject('engines'))('%s', (name) => {
  let engine: Engine;
  const site = inject('ownSite');

  beforeAll(async () => {
    engine = await startEngine(name);
  });

  afterAll(() => engine?.close());

  it('draws the borders of the shell', async () => {
    const page = await engine.open(`${site}/`);
    const lines = await page.evaluate(() =>
      Object.entries({
        '.header': 'border-bottom',
        '.footer': 'border-top',
        '.demo-stage': 'border-bottom',
        '.table th': 'border-bottom',
        '.markdown h2': 'border-top',
      }).map(([selector, side]) => {
        const element = document.querySelector(selector);
        const style = element && getComputedStyle(element);
        return `${selector} ${style?.getPropertyValue(`${side}-width`)} ${style?.getPropertyValue(`${side}-style`)} ${style?.getPropertyValue(`${side}-color`)}`;
      }),
    );
    for (const line of lines) expect(line).toMatch(/ 1px solid rgb\(227, 229, 235\)$/);
    await page.close();
  });

  it('finds words, shows the hits, and opens the chosen one', async () => {
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

  it('navigates from page to page and back without loading a document', async () => {
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

  it('changes the color scheme, and remembers it', async () => {
    const page = await engine.open(`${site}/`);
    const background = () => getComputedStyle(document.body).backgroundColor;
    expect(await page.evaluate(background)).toBe('rgb(255, 255, 255)');
    await page.click('.color-switch label:has([value="dark"])');
    await page.waitFor(() => document.documentElement.getAttribute('data-prefers-color') === 'dark');
    expect(await page.evaluate(background)).toBe('rgb(19, 21, 24)');
    await page.evaluate(() => {
      Object.assign(window, { before: true });
      location.reload();
    });
    await page.waitFor(() => !('before' in window) && document.readyState === 'complete');
    await page.waitFor(() => document.documentElement.getAttribute('data-prefers-color') === 'dark');
    expect(await page.evaluate(background)).toBe('rgb(19, 21, 24)');
    // Printed pages are still white. No driver prints, so the print styles are shown on the screen, and those of screens are not.
    const paper = await page.evaluate(() => {
      const show = (rules: CSSRuleList): void => {
        for (const rule of rules) {
          if (rule instanceof CSSMediaRule)
            rule.media.mediaText = rule.media.mediaText.replace(/print|screen/, (medium) =>
              medium === 'print' ? 'screen' : 'print',
            );
          if ('cssRules' in rule) show(rule.cssRules as CSSRuleList);
        }
      };
      for (const sheet of document.styleSheets) show(sheet.cssRules);
      return {
        background: getComputedStyle(document.body).backgroundColor,
        text: getComputedStyle(document.querySelector('main p') ?? document.body).color,
        shell: ['.header', '.color-switch'].filter((part) => document.querySelector(part)?.checkVisibility()),
        hasText: document.querySelector('main h2')?.checkVisibility(),
      };
    });
    expect(paper).toMatchObject({ shell: [], hasText: true });
    expect(['rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)']).toContain(paper.background);
    expect(Math.max(...(paper.text.match(/\d+/g) ?? ['255']).map(Number))).toBeLessThan(120);
    await page.close();
  });

  it('shows a demo in a frame, in the color scheme and language chosen around it', async () => {
    const page = await engine.open(`${site}/demo/surroundings`);
    await wake(page);
    const frame = '.demo-window iframe';
    const says = () => document.querySelector('output')?.textContent ?? '';
    await expect.poll(() => page.evaluateIn(frame, says)).toMatch(/locale: zh-CN, theme: dark, dir: rtl/);
    await page.evaluate(() => {
      const colours = [...document.querySelectorAll('select')].find((select) => select.value === 'dark');
      if (!colours) return;
      colours.value = 'light';
      colours.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await expect.poll(() => page.evaluateIn(frame, says).catch(() => '')).toMatch(/theme: light, dir: rtl/);
    expect(await page.messages()).toEqual([]);
    await page.close();
  });

  it('keeps a demo whose editor is gone, tries again, and reaches the pages of a new release through its links', async () => {
    const host = await startHost();
    const page = await engine.open(`${host.url}/demo/simple`);
    await wake(page);
    // Without a storage that remembers the reload, the page is not reloaded.
    await page.evaluate(() => {
      Storage.prototype.setItem = () => undefined;
    });
    host.gone = /\/assets\/editor-.*\.js/;
    await page.click('[data-demo] .demo-code > summary');
    await page.click('.edit-button');
    await page.waitFor(() =>
      /Loading chunk editor-\w+\.js failed/.test(document.querySelector('[data-demo] [role=alert]')?.textContent ?? ''),
    );
    host.gone = undefined;
    await page.click('.edit-button');
    await page.waitFor(
      () => document.querySelector('.live-editor textarea') && !document.querySelector('[data-demo] [role=alert]'),
    );
    host.isNew = true;
    // If the tab reloads between press and release of a button, there is no click.
    await page.evaluate(() => document.querySelector<HTMLElement>('.sidebar a[href="/demo/multiple"]')?.click());
    await page.waitFor(
      () => location.pathname === '/demo/multiple' && / anew$/.test(document.querySelector('h1')?.textContent ?? ''),
    );
    await wake(page);
    await page.close();
    host.close();
  });
});
