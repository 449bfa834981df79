// Measures the size of a first view, gzip: loaded scripts and style sheets, inline scripts and page data.
//   node first-view.mjs --dir BUILT_SITE --path /a [--path /b …]
// Prints two rows for each page: without interaction, and with the pointer on a link. React, the router and packages of
// demos are recognized by the content of their chunks.
import fs from 'node:fs';
import zlib from 'node:zlib';
import { CHROME, FLAGS, serve, sleep, tools } from './lib.mjs';

const args = process.argv.slice(2);
const values = (name) => args.flatMap((arg, i) => (arg === `--${name}` ? [args[i + 1]] : []));
const gzip = (text) => zlib.gzipSync(text, { level: 9 }).length;
/** KB of 1,024 bytes, as in the other tables. */
const kb = (bytes) => (bytes / 1024).toFixed(1);

/** Classifies a script by strings that survive minification. */
function kindOf(file) {
  if (/\/(boot|runtime)-/.test(file)) return 'own';
  const text = fs.readFileSync(file, 'utf8');
  if (/rc-cascader|rc-select/.test(text) && text.length > 20_000) return 'library';
  if (/createBrowserHistory|useLocation\(\) may be used only/.test(text)) return 'router';
  if (/react\.transitional\.element|__CLIENT_INTERNALS/.test(text)) return 'react';
  return 'own';
}

const { chromium } = tools('playwright-core');
const site = await serve(values('dir')[0]);
const browser = await chromium.launch({ executablePath: CHROME, args: FLAGS });
console.log(
  '| page | | own script | of it inline and data | React | router | library | CSS | script + CSS, without React, router, library |',
);
console.log('|---|---|---|---|---|---|---|---|---|');
for (const path of values('path')) {
  const page = await browser.newPage({ viewport: { width: 1350, height: 940 } });
  site.log.length = 0;
  await page.goto(`http://127.0.0.1:${site.port}${path}`, { waitUntil: 'networkidle' });
  const inline = await page.evaluate(() =>
    [...document.querySelectorAll('script:not([src])')].map((script) => script.textContent),
  );
  const inlineBytes = inline.reduce((sum, text) => sum + gzip(text), 0);
  const row = (label) => {
    const sums = { own: inlineBytes, react: 0, router: 0, library: 0, css: 0 };
    for (const { ext, gz, file, status } of site.log) {
      if (status !== 200) continue;
      if (ext === 'css') sums.css += gz;
      if (ext === 'js') sums[kindOf(file)] += gz;
    }
    const cells = [
      kb(sums.own),
      kb(inlineBytes),
      kb(sums.react),
      kb(sums.router),
      kb(sums.library),
      kb(sums.css),
      kb(sums.own + sums.css),
    ];
    console.log(`| ${path} | ${label} | ${cells.join(' | ')} |`);
  };
  await sleep(500);
  row('no interaction');
  const { x = 0, y = 0 } = (await page.locator('header a').first().boundingBox()) ?? {};
  await page.mouse.move(x + 4, y + 4);
  await page.mouse.move(x + 8, y + 8);
  await page.waitForLoadState('networkidle');
  await sleep(800);
  row('after the pointer is on a link');
  await page.close();
}
await browser.close();
await site.close();
