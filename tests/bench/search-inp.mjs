// Measures how long a key in the search field takes until the next paint, with a slower processor.
//   node search-inp.mjs --dir BUILT_SITE [--path /] [--slower 4] [--words "value,load data,change on select"]
// Environment: TOOLS (folder with node_modules/playwright-core; default .), CHROME_PATH (default /usr/bin/chromium)
// Prints in ms, by Event Timing (steps of 8 ms): number of keys, median, 95th percentile and maximum.
import { args, CHROME, FLAGS, serve, sleep, tools } from './lib.mjs';

const o = args({ path: '/', slower: '4', words: 'value,load data,change on select' });
const { chromium } = tools('playwright-core');
const server = await serve(o.dir);
const browser = await chromium.launch({ executablePath: CHROME, args: FLAGS });
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
await page.goto(`http://127.0.0.1:${server.port}${o.path}`, { waitUntil: 'networkidle' });
await page.evaluate(() => {
  window.durations = [];
  new PerformanceObserver((list) => {
    for (const { name, duration, interactionId } of list.getEntries())
      if (interactionId > 0 && /^key/.test(name)) window.durations.push([interactionId, duration]);
  }).observe({ type: 'event', durationThreshold: 16 });
});
const session = await page.context().newCDPSession(page);
await session.send('Emulation.setCPUThrottlingRate', { rate: Number(o.slower) });
await page.keyboard.press('/');
await page.locator('dialog:popover-open input').waitFor();
await sleep(1000);
let keys = 0;
for (const word of o.words.split(',')) {
  await page.locator('dialog input').fill('');
  for (const letter of word) {
    await page.keyboard.press(letter);
    keys++;
    await sleep(250);
  }
  await sleep(1000);
}
// An interaction has several events; the longest counts. Interactions below the threshold are not reported.
const longest = new Map();
for (const [id, duration] of await page.evaluate(() => window.durations))
  longest.set(id, Math.max(duration, longest.get(id) ?? 0));
const all = [...longest.values(), ...Array(Math.max(0, keys - longest.size)).fill(16)].sort((a, b) => a - b);
const at = (share) => all[Math.min(all.length - 1, Math.floor(all.length * share))];
console.log(`${keys} keys: median ${at(0.5)}, 95 % ${at(0.95)}, max ${all.at(-1)} ms`);
await browser.close();
await server.close?.();
process.exit();
