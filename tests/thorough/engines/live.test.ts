import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Engine, startEngine } from '../../helpers/engines/start-engine.ts';

const FRAME = '.live-frame:not([data-waiting])';

describe.each(inject('engines'))('%s', (name) => {
  let engine: Engine;

  beforeAll(async () => {
    engine = await startEngine(name);
  });

  afterAll(() => engine?.close());

  it('shows an edited demo in its frame, and the original demo after a reset', async () => {
    const page = await engine.open(`${inject('ownSite')}/demo/simple`);
    await page.click('[data-demo] .demo-code > summary');
    await page.click('.edit-button');
    await page.click('.live-editor textarea');
    await page.evaluate(() => {
      const editor = document.querySelector<HTMLTextAreaElement>('.live-editor textarea');
      if (!editor) return;
      editor.value = editor.value
        .replace('No city chosen yet.', 'Where to?')
        .replace(
          '<output',
          '<form onSubmit={(event) => { event.preventDefault(); setCity("sent"); }}><button id="send">Send</button></form><output',
        );
      editor.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
    await page.waitFor((selector) => document.querySelector(selector) !== null, FRAME);
    await expect
      .poll(() => page.evaluateIn(FRAME, () => document.querySelector('output')?.textContent))
      .toBe('Where to?');
    // The frame has no origin of its own, so it cannot reach the page.
    expect(await page.evaluateIn(FRAME, () => origin)).toBe('null');
    // Forms may be submitted in the frame, and the demo handles them.
    await page.evaluateIn(FRAME, () => document.querySelector<HTMLElement>('#send')?.click());
    await expect
      .poll(() => page.evaluateIn(FRAME, () => document.querySelector('output')?.textContent))
      .toBe('You chose sent.');
    await page.click('button:has-text("Reset")');
    await page.waitFor(() => !document.querySelector('.live-frame'));
    await page.waitFor(() => document.querySelector('[data-demo-root] output')?.textContent === 'No city chosen yet.');
    expect(await page.messages()).toEqual([]);
    await page.close();
  });

  it('accepts typed code, and reports what does not compile', async () => {
    const page = await engine.open(`${inject('ownSite')}/demo/simple`);
    await page.click('[data-demo] .demo-code > summary');
    await page.click('.edit-button');
    // Only the visible part of the text can be clicked.
    await page.click('.live-editor');
    await page.type('const = 1;');
    await page.waitFor(() => document.querySelector('.live-failure')?.textContent);
    expect(await page.evaluate(() => document.querySelector('.live-editor textarea:focus') !== null)).toBe(true);
    await page.close();
  });
});
