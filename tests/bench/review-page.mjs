// review-page.mjs [--entries 1000] [--browser PATH] [--screenshot FILE]
//   — opens the review page of so many screenshots from its file, and prints when it is first painted, and how long each key takes until
//   the next paint. Run `npm run build` before it. --screenshot is shown in every entry.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const { values: options } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000' },
    browser: { type: 'string', default: process.env.CHROME_PATH },
    screenshot: { type: 'string' },
  },
});
const ROOT = path.resolve(import.meta.dirname, '../..');
const BOX = { x: 8, y: 8, width: 20, height: 20 };
const KEYS = [...'jjjjjkkj', ...'1234', ...'jjjj', 'a', 'j', 'a', ...'kkkk'];
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'review-'));
const browser = await chromium.launch({ executablePath: options.browser, args: ['--no-sandbox'] });
try {
  await writeReview(await load());
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.addInitScript(() => {
    globalThis.delays = [];
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => globalThis.delays.push(performance.now() - timeStamp);
        requestAnimationFrame(() => painted.port2.postMessage(undefined));
      },
      { capture: true },
    );
  });
  await page.goto(pathToFileURL(path.join(work, 'index.html')).href);
  await page.locator('img').first().waitFor();
  for (const key of KEYS) {
    await page.keyboard.press(key);
    await page.waitForTimeout(50);
  }
  const { first, delays } = await page.evaluate(() => ({
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    delays: globalThis.delays,
  }));
  const sorted = delays.toSorted((one, other) => one - other);
  const longest = Math.round(sorted.at(-1));
  const median = Math.round(sorted[Math.floor(sorted.length / 2)]);
  process.stdout.write(`${options.entries} entries: first paint ${Math.round(first)} ms; `);
  process.stdout.write(`${delays.length} keys: median ${median} ms, longest ${longest} ms\n`);
} finally {
  await browser.close();
  fs.rmSync(work, { recursive: true, force: true });
}

/** Writes a review in which half of the screenshots have changed. */
async function writeReview(write) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.setContent('<h1>Demo</h1><button>Open</button>');
  const size = { width: 1280, height: 900 };
  const screenshot = (name) => ({ file: options.screenshot ?? path.join(work, name), ...size });
  await page.screenshot({ path: path.join(work, 'before.png') });
  await page.screenshot({ path: path.join(work, 'after.png') });
  await page.close();
  const entries = Array.from({ length: Number(options.entries) }, (_, index) => ({
    kind: index % 2 === 0 ? 'changed' : 'unchanged',
    screenshot: {
      demo: `demo-${index}`,
      route: `/demo/${index >> 2}`,
      state: '',
      width: 390,
      color: 'light',
      file: '',
    },
    before: screenshot('before.png'),
    after: screenshot('after.png'),
    ...(index % 2 === 0 && { digest: String(index), change: { pixels: 9, box: BOX, worst: 9, isSlight: false } }),
  }));
  await write(work, { title: 'Large', comparison: { kind: 'compared', entries } });
}

/** Bundles the function that writes the page, which is not public. */
async function load() {
  const outfile = path.join(ROOT, 'node_modules/.cache/bench-review.mjs');
  const entryPoints = [path.join(ROOT, 'src/node/tools/check/screenshots/review/write-review.ts')];
  const shape = { bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'warning' };
  await build({ entryPoints, outfile, ...shape });
  return (await import(outfile)).writeReview;
}
