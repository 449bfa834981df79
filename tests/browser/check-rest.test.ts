import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { readBrowserScript } from '../../src/node/base/browser-scripts.ts';
import { afterTest } from '../helpers/after-file.ts';
import { createTabs } from '../helpers/tabs.ts';

const font = fs.readFileSync(path.resolve(import.meta.dirname, '../../src/theme/fonts/geist.woff2'));

it('a page rests when a font is loaded that a step has used for the first time', async () => {
  const browser = await chromium.connect(inject('browser'));
  afterTest(() => browser.close());
  const page = await createTabs(browser).open();
  await page.route('**/*', async (route) => {
    if (!route.request().url().endsWith('.woff2'))
      return await route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>Rest</title><style>@font-face { font-family: Late; src: url(late.woff2) } b { font: 16px Late }</style><p>Text</p>',
      });
    await delay(1500);
    await route.fulfill({ contentType: 'font/woff2', body: font });
  });
  await page.goto('http://localhost/');
  await page.evaluate(await readBrowserScript('check-steps.js'));
  const rest = (): Promise<string> =>
    page.evaluate("cascaderSteps.rest(20_000).then((isResting) => isResting + ' ' + document.fonts.status)");
  expect(await rest()).toBe('true loaded');
  const used = rest();
  await page.evaluate("requestAnimationFrame(() => { document.body.innerHTML = '<b>Bold</b>'; })");
  expect(await used).toBe('true loaded');
});
