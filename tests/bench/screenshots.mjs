// screenshots.mjs [--times 20] [--browser PATH] [--port 4571]
//   — takes the screenshots of all demos of this repository's site several times, each time in a new browser, and compares each set with the
//   first one. Half of the sets are taken beside four busy processes. Prints the number of differences. Run `npm run build` and
//   `npm run docs:build` before it.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { loadScreenshots } from './load-screenshots.mjs';

const { values: options } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    browser: { type: 'string', default: process.env.CHROME_PATH },
    port: { type: 'string', default: '4571' },
  },
});
const ROOT = path.resolve(import.meta.dirname, '../..');
const BUSY = 4;
const { takeSet, compareSets, screenshotIdentity, SCREENSHOT_FLAGS, offlineFlag } = await loadScreenshots();
const origin = `http://127.0.0.1:${options.port}`;
const { demos } = JSON.parse(fs.readFileSync(path.join(ROOT, 'dist/components.json'), 'utf8'));
const captured = demos.map(({ id, title }) => ({ demo: id, title, route: '/', url: `${origin}/~demos/${id}` }));
const runner = fs.readFileSync(path.join(ROOT, 'lib/browser/check-steps.js'), 'utf8');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'screenshots-'));

const server = spawn(process.execPath, ['bin/cascader-docs.js', 'preview', '--port', options.port], {
  cwd: ROOT,
  stdio: 'ignore',
});
try {
  await answers(origin);
  const first = await take(0, false);
  process.stdout.write(`${first.set.screenshots.length} screenshots, ${first.seconds} s\n`);
  let differences = 0;
  for (let time = 1; time < Number(options.times); time++) {
    const isBusy = time % 2 === 1;
    const { set, findings, seconds } = await take(time, isBusy);
    const { kind, difference, entries = [] } = await compareSets({ before: first.set, after: set });
    if (kind !== 'compared') throw new Error(`another environment: ${difference}`);
    const changed = entries.filter((entry) => entry.kind !== 'unchanged');
    differences += changed.length;
    const found = [...findings.values()].flat().map(({ message }) => message);
    const names = changed.map(
      ({ kind: what, screenshot }) =>
        `${what} ${screenshot.demo} ${screenshot.state} ${screenshot.width} ${screenshot.color}`,
    );
    process.stdout.write(
      `${time}${isBusy ? ' (busy)' : ''}: ${seconds} s, ${changed.length} differ ${[...names, ...found].join('; ')}\n`,
    );
  }
  process.stdout.write(`${differences} differences in ${options.times} sets\n`);
} finally {
  server.kill();
  fs.rmSync(work, { recursive: true, force: true });
}

async function take(time, isBusy) {
  const busy = isBusy ? Array.from({ length: BUSY }, () => spawn(process.execPath, ['-e', 'for (;;);'])) : [];
  const browser = await chromium.launch({
    executablePath: options.browser,
    args: ['--no-sandbox', ...SCREENSHOT_FLAGS, offlineFlag()],
  });
  const begun = performance.now();
  try {
    const taken = await takeSet(captured, {
      browser,
      runner,
      identity: await screenshotIdentity(browser.version()),
      folder: path.join(work, String(time)),
      atOnce: 2,
      timeout: 60_000,
      widths: [1280, 390],
      colors: ['light', 'dark'],
    });
    return { ...taken, seconds: Math.round((performance.now() - begun) / 1000) };
  } finally {
    await browser.close();
    for (const one of busy) one.kill('SIGKILL');
  }
}

async function answers(url) {
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not answer`);
}
