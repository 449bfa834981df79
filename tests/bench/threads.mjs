// Measures how long two interactions block the page's main thread, with a CPU that is slowed down four times.
//   `node threads.mjs --dir BUILT_SITE --text /a --demo /b [--rate 4] [--runs 3] [--flags --site-per-process]`
// Color switch on a text page: requests, and time of the main thread. Editing a demo: the longest task of the main
// thread after Edit is pressed, and from the first key on. Medians in milliseconds of CPU time, from a trace.
import { args, CHROME, FLAGS, median, serve, tools } from './lib.mjs';

const o = args({ rate: '4', runs: '3', text: '/Changelog', demo: '/demo/simple', flags: '' });
const { chromium } = tools('playwright-core');
const site = await serve(o.dir);
const browser = await chromium.launch({
  executablePath: CHROME,
  args: [...FLAGS, ...o.flags.split(',').filter(Boolean)],
});

/** Runs `act`, and returns the durations of the main thread's tasks in milliseconds. */
async function tasksOf(page, act) {
  const chunks = [];
  await browser.startTracing(page, {
    categories: [
      'toplevel',
      'disabled-by-default-devtools.timeline',
      'devtools.timeline',
      '__metadata',
      'blink.user_timing',
    ],
  });
  await page.evaluate(() => performance.mark('our-thread'));
  await act();
  chunks.push(await browser.stopTracing());
  const { traceEvents } = JSON.parse(Buffer.concat(chunks).toString());
  const mark = traceEvents.find(({ name }) => name === 'our-thread');
  return traceEvents
    .filter(({ name, ph, pid, tid }) => ph === 'X' && name === 'RunTask' && pid === mark.pid && tid === mark.tid)
    .map(({ tdur, dur }) => (tdur ?? dur) / 1000);
}

async function open(path) {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${site.port}${path}`, { waitUntil: 'networkidle' });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: Number(o.rate) });
  return page;
}
const quiet = (page) => page.waitForTimeout(1500);
const sum = (tasks) => tasks.reduce((total, task) => total + task, 0);
const results = { color: [], requests: [], open: [], keys: [] };
for (let run = 0; run < Number(o.runs); run++) {
  const text = await open(o.text);
  site.log.length = 0;
  const color = await tasksOf(text, async () => {
    await text.locator('.color-switch label').nth(1).click();
    await quiet(text);
  });
  results.color.push(sum(color));
  const top = (tasks) => tasks.filter((task) => task > 15).map(Math.round);
  if (o.list) console.log('color', top(color));
  results.requests.push(site.log.length);
  await text.context().close();

  const demo = await open(o.demo);
  const card = demo.locator('[data-demo][data-hydrated]').first();
  await card.locator('summary').first().click();
  await quiet(demo);
  const opened = await tasksOf(demo, async () => {
    await card.getByRole('button', { name: 'Edit', exact: true }).click();
    await card.locator('.live-editor textarea').first().waitFor();
    await quiet(demo);
  });
  const keys = await tasksOf(demo, async () => {
    await card.locator('.live-editor textarea').first().focus();
    for (const key of 'const') await demo.keyboard.press(key, { delay: 30 });
    for (let i = 0; i < 5; i++) await demo.keyboard.press('Backspace', { delay: 30 });
    await card.locator('.live-frame:not([data-waiting])').waitFor();
    await quiet(demo);
  });
  results.open.push(Math.max(...opened));
  if (o.list) console.log('edit', top(opened), 'keys', top(keys));
  results.keys.push(Math.max(...keys));
  await demo.context().close();
}
const ms = (values) => Math.round(median(values));
console.log(
  '| processor | color switch: requests | main thread | longest task after Edit | longest task, first keys |',
);
console.log('|---|---|---|---|---|');
console.log(
  `| 1/${o.rate} | ${median(results.requests)} | ${ms(results.color)} | ${ms(results.open)} | ${ms(results.keys)} |`,
);
await browser.close();
await site.close();
