import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { freezeScript, holdScript } from '../../src/node/tools/check/screenshots/take/freeze-page.ts';
import { afterTest } from '../helpers/after-file.ts';
import { createTabs } from '../helpers/tabs.ts';

it('long timers wait while a state is held, and short ones go on', async () => {
  const browser = await chromium.connect(inject('browser'));
  afterTest(() => browser.close());
  const page = await createTabs(browser).open();
  await page.addInitScript({ content: freezeScript() });
  await page.goto('data:text/html,<p>Timers</p>');
  const events = (): Promise<string[]> => page.evaluate('events');
  await page.evaluate(`
    globalThis.events = [];
    const note = (name) => events.push(name);
    globalThis.start = Date.now();
    setTimeout(note, 1200, 'long');
    globalThis.ended = setTimeout(note, 1200, 'ended');
    setTimeout(note, 300, 'short');
    setInterval(note, 1000, 'tick');
    ${holdScript(true)}`);
  await delay(2500);
  expect(await events()).toEqual(['short']);
  await page.evaluate(`clearTimeout(ended), ${holdScript(false)}`);
  await expect.poll(events).toContain('long');
  expect(await events()).not.toContain('ended');
  expect(await events()).toContain('tick');
  expect(await page.evaluate('Date.now() - start')).toBeGreaterThanOrEqual(1200);
});
