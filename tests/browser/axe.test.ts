import fs from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { findViolations } from '../../src/node/tools/check/axe.ts';
import type { Finding } from '../../src/node/tools/check/types.ts';
import { afterTest } from '../helpers/after-file.ts';
import { createTabs } from '../helpers/tabs.ts';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function open(body: string): Promise<Page> {
  const browser = await chromium.connect(inject('browser'));
  afterTest(() => browser.close());
  const page = await createTabs(browser).open();
  // Hashes need a secure context.
  await page.route('**/*', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Axe</title><body>${body}</body></html>`,
    }),
  );
  await page.goto('http://localhost/');
  return page;
}

const rules = (findings: Finding[]): string[] => findings.map(({ rule }) => rule).sort();

it('finds in a narrow window and in other colors what the first look at a document did not have', async () => {
  const page = await open(`<style>
    @media (max-width: 500px) { .list { height: 40px; overflow: auto } .late { display: block !important } }
    .dark p { color: #ddd; background: #fff }
  </style><div id="root"><div class="list"><p style="left: 1px">One</p><p>Two</p><p>Three</p></div>
  <input class="late" style="display: none"></div>`);
  const known = new Map<string, Finding[]>();
  const look = async (): Promise<string[]> => rules(await findViolations(page, axe, '#root', { portals: true, known }));
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await look()).toEqual([]);
  await page.evaluate("document.documentElement.className = 'dark'");
  const contrast = Array.from({ length: 3 }, () => 'axe/color-contrast');
  expect(await look()).toEqual(contrast);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await look()).toEqual([...contrast, 'axe/label', 'axe/scrollable-region-focusable']);
  // A position alone leaves out the rules about content, whose results are known.
  await page.evaluate("document.querySelector('[style]').style.left = '2px'");
  expect(await look()).toContain('axe/label');
});
