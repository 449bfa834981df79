import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { EnginePage } from '../helpers/engines/engine.ts';
import { type Engine, startEngine } from '../helpers/engines/start-engine.ts';

const FRAME = '.live-frame:not([data-waiting])';
const EDITOR = '.live-editor textarea';
const TRIGGER = '[role="combobox"]';
const OWN = 'let typed, one, letter, after, another, by, its, reader; ';

describe.each(inject('engines'))('a demo that its reader edits, in %s', (name) => {
  let engine: Engine;

  beforeAll(async () => {
    engine = await startEngine(name);
  });

  afterAll(() => engine?.close());

  /** Opens the editor of a demo, and replaces a part of its text. */
  async function edit(from: string, to: string): Promise<EnginePage> {
    const page = await engine.open(`${inject('ownSite')}/demo/hover`);
    await page.click('[data-demo] .demo-code > summary');
    await page.click('.edit-button');
    await page.waitFor((editor) => document.querySelector(editor) !== null, EDITOR);
    await page.evaluate(
      (editor, old, text) => {
        const area = document.querySelector<HTMLTextAreaElement>(editor);
        if (!area) return;
        area.value = area.value.replace(old, text);
        area.dispatchEvent(new InputEvent('input', { bubbles: true }));
      },
      EDITOR,
      from,
      to,
    );
    await page.waitFor((frame) => document.querySelector(`${frame}, .live-failure`) !== null, FRAME);
    // The demo may run again shortly after the frame is shown, so the press waits.
    await stay();
    return page;
  }
  const output = (page: EnginePage) => page.evaluateIn(FRAME, () => document.querySelector('output')?.textContent);
  const isExpanded = (page: EnginePage) =>
    page.evaluateIn(FRAME, () => document.querySelector('[aria-expanded="true"]') !== null);
  const focused = (page: EnginePage) =>
    page.evaluate(() => document.activeElement?.closest('.live-frame, .live-editor')?.className.split(' ')[0] ?? '');
  /**
   * Where the focus is after a press on the trigger, which prevents the default action. WebKit then does not move the
   * focus.
   */
  const afterPress = name === 'webkit' ? 'live-editor' : 'live-frame';
  /** Waits longer than the page takes to decide whether the frame may have the focus. */
  const stay = () => new Promise((resolve) => setTimeout(resolve, 700));

  it('keeps the caret in the editor while the reader types, despite autoFocus', async () => {
    const page = await edit('<output', '<input autoFocus id="auto" /><output');
    await page.evaluate((editor) => {
      const area = document.querySelector<HTMLTextAreaElement>(editor);
      area?.focus();
      area?.setSelectionRange(0, 0);
    }, EDITOR);
    for (const letter of OWN) {
      await page.type(letter);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    expect(
      await page.evaluate((editor) => document.querySelector<HTMLTextAreaElement>(editor)?.value, EDITOR),
    ).toContain(OWN);
    await stay();
    expect(await focused(page)).toBe('live-editor');
    expect(await page.evaluateIn(FRAME, () => document.querySelector('#auto') !== null)).toBe(true);
    expect(await page.messages()).toEqual([]);
    await page.close();
  });

  it.each(['click', 'tap'] as const)('is focused by the first %s, and left by the next', async (press) => {
    const page = await edit('No shelf chosen.', 'Which shelf?');
    await page.click('.live-editor');
    await page.press('Home');
    await page.pointIn(FRAME, TRIGGER, press);
    await expect.poll(() => isExpanded(page)).toBe(true);
    await stay();
    expect([await isExpanded(page), await focused(page)]).toEqual([true, afterPress]);
    await page.pointIn(FRAME, '[role="menuitemcheckbox"]', press);
    await page.pointIn(FRAME, 'ul:nth-of-type(2) [role="menuitemcheckbox"]', press);
    await expect.poll(() => output(page)).toMatch(/^Shelf: /);
    await page.click('.live-editor');
    await stay();
    expect(await focused(page)).toBe('live-editor');
    await page.close();
  });

  it('opens content on hover', async () => {
    const page = await edit('No shelf chosen.', 'Which shelf?');
    await page.pointIn(FRAME, TRIGGER, 'click');
    await expect.poll(() => isExpanded(page)).toBe(true);
    const columns = () => page.evaluateIn(FRAME, () => document.querySelectorAll('.rc-cascader-menu').length);
    expect(await columns()).toBe(1);
    await page.pointIn(FRAME, '.rc-cascader-menu-item', 'hover');
    await expect.poll(columns).toBe(2);
    expect(await isExpanded(page)).toBe(true);
    await page.close();
  });

  it('is reached by Tab, operated with the keyboard and left again', async () => {
    const page = await edit('No shelf chosen.', 'Which shelf?');
    await page.click('.live-editor');
    await page.press('Escape');
    for (let tabs = 0; (await focused(page)) !== 'live-frame'; tabs++) {
      expect(tabs).toBeLessThan(40);
      await page.press('Shift+Tab');
    }
    await stay();
    expect(await focused(page)).toBe('live-frame');
    expect(await page.evaluateIn(FRAME, (trigger) => document.activeElement?.matches(trigger), TRIGGER)).toBe(true);
    for (const key of ['Enter', 'ArrowDown', 'ArrowRight', 'Enter']) await page.press(key);
    await expect.poll(() => output(page)).toMatch(/^Shelf: /);
    await page.press('Tab');
    await expect.poll(() => focused(page)).toBe('');
    await page.press('Shift+Tab');
    await expect.poll(() => focused(page)).toBe('live-frame');
    await stay();
    expect(await focused(page)).toBe('live-frame');
    await page.close();
  });

  // In WebKit a frame cannot take the focus: `focus()` does nothing before the reader has pressed in the frame.
  it.runIf(name !== 'webkit').each([
    ['takes the focus from a reader who is typing', '(input) => void setInterval(() => input?.select(), 20)'],
    [
      'immediately takes back the focus that it has lost',
      "(input) => addEventListener('blur', () => setTimeout(() => input?.select()))",
    ],
  ])('is removed when it %s', async (_, ref) => {
    const page = await edit('<output', `<input id="taker" ref={${ref}} /><output`);
    if (ref.includes('blur')) {
      await page.pointIn(FRAME, '#taker', 'click');
      await expect.poll(() => focused(page)).toBe('live-frame');
      await stay();
    }
    // Another letter may already run the demo again, so the page itself notices the moment of the removal.
    await page.evaluate((editor) => {
      new MutationObserver(() => {
        const message = document.querySelector('.live-failure')?.textContent ?? '';
        if (message.includes('took the keyboard focus') && !document.querySelector('iframe')) {
          document.documentElement.dataset.removed = '';
        }
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
      document.querySelector<HTMLElement>(editor)?.focus();
    }, EDITOR);
    const isRemoved = () => page.evaluate(() => 'removed' in document.documentElement.dataset);
    for (let letters = 0; !(await isRemoved()); letters++) {
      expect(letters).toBeLessThan(100);
      await page.type(' ');
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    await expect.poll(() => focused(page)).toBe('live-editor');
    await page.close();
  });
});
