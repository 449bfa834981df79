// Measures how long opening the search dialog blocks the page's main thread, with a trace of Chromium.
//   node search-opening.mjs --dir BUILT_SITE [--path /] [--runs 7] [--selectors]
// Environment: TOOLS (folder with node_modules/playwright-core; default .), CHROME_PATH (default /usr/bin/chromium)
// Prints medians in ms: CPU time of the main thread from the key press until it is idle, and the share of style and
// layout.
// With --selectors, prints the time of each selector instead, most expensive first. Collecting it slows down everything
// else.
import { args, CHROME, FLAGS, median, serve, sleep, tools } from './lib.mjs';

const o = args({ path: '/', runs: '7' });
const { chromium } = tools('playwright-core');
const server = await serve(o.dir);
const browser = await chromium.launch({ executablePath: CHROME, args: FLAGS });
const runs = [];
const selectors = new Map();
for (let run = 0; run < Number(o.runs); run++) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`http://127.0.0.1:${server.port}${o.path}`, { waitUntil: 'networkidle' });
  await sleep(500);
  const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8.execute'];
  if (o.selectors) categories.push('disabled-by-default-blink.debug');
  await browser.startTracing(page, { categories });
  await page.keyboard.press('/');
  // The page is not queried while it works, because that would also use its main thread.
  await sleep(1000);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const key = traceEvents.find(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'keydown');
  const own = traceEvents.filter(({ pid, tid, ts }) => pid === key.pid && tid === key.tid && ts >= key.ts - 5000);
  const sum = (...names) => own.reduce((all, { name, tdur = 0 }) => all + (names.includes(name) ? tdur / 1000 : 0), 0);
  const styles = own.filter(({ name }) => name === 'UpdateLayoutTree');
  runs.push({
    thread: sum('RunTask'),
    style: sum('UpdateLayoutTree'),
    layout: sum('Layout'),
    elements: styles.reduce((all, { args }) => all + (args.elementCount ?? 0), 0),
  });
  for (const { name, args } of own)
    for (const timing of name === 'SelectorStats' ? (args.selector_stats?.selector_timings ?? []) : []) {
      const entry = selectors.get(timing.selector) ?? { ms: 0, tries: 0, matches: 0 };
      entry.ms += timing['elapsed (us)'] / 1000 / Number(o.runs);
      entry.tries += timing.match_attempts / Number(o.runs);
      entry.matches += timing.match_count / Number(o.runs);
      selectors.set(timing.selector, entry);
    }
  await page.close();
}
await browser.close();
server.close?.();
if (o.selectors) {
  const sorted = [...selectors].sort(([, a], [, b]) => b.ms - a.ms);
  console.log(`${sorted.reduce((all, [, { ms }]) => all + ms, 0).toFixed(1)} ms in all`);
  for (const [selector, { ms, tries, matches }] of sorted.slice(0, 40))
    console.log(
      `${ms.toFixed(2)} ms  ${tries.toFixed(0)} tries  ${matches.toFixed(0)} matches  ${selector.slice(0, 150)}`,
    );
} else {
  const of = (name) => median(runs.map((run) => run[name])).toFixed(1);
  const all = runs.map(({ thread }) => thread.toFixed(0)).sort((a, b) => a - b);
  console.log(
    JSON.stringify({
      ...Object.fromEntries(Object.keys(runs[0]).map((name) => [name, Number(of(name))])),
      range: `${all[0]} – ${all.at(-1)}`,
    }),
  );
}
process.exit(0);
