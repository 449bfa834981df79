// Measures how long a page takes to become interactive on slow 4G (562 ms per request, 1.44 Mbit/s), without a cache.
//   node slow-line.mjs --dir BUILT_SITE --path /a [--path /b …] [--runs 5] [--requests]
// Prints medians in milliseconds from the start of the navigation: first paint of content, shell and first demo
// hydrated, and the length of the request chain before the demo. `--requests` lists the requests.
import { CHROME, FLAGS, median, serve, tools } from './lib.mjs';

const args = process.argv.slice(2);
const values = (name) => args.flatMap((arg, i) => (arg === `--${name}` ? [args[i + 1]] : []));
const runs = Number(values('runs')[0] ?? 5);
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 1.44e6 / 8, uploadThroughput: 675e3 / 8 };

const { chromium } = tools('playwright-core');
const site = await serve(values('dir')[0]);
const browser = await chromium.launch({ executablePath: CHROME, args: FLAGS });

async function view(path) {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const requests = new Map();
  let origin;
  cdp.on('Network.requestWillBeSent', ({ request, timestamp, initiator }) => {
    origin ??= timestamp;
    requests.set(request.url, {
      start: timestamp - origin,
      by: initiator.url ?? initiator.stack?.callFrames[0]?.url,
      initiator,
    });
  });
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  await page.addInitScript(() => {
    window.times = {};
    new MutationObserver(() => {
      const { times } = window;
      const demo = document.querySelector('[data-demo]');
      if (document.documentElement?.hasAttribute('data-hydrated')) times.shell ??= performance.now();
      if (demo?.hasAttribute('data-hydrated')) times.demo ??= performance.now();
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-hydrated'] });
  });
  await page.goto(`http://127.0.0.1:${site.port}${path}`, { waitUntil: 'networkidle', timeout: 60_000 });
  const times = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    ...window.times,
  }));
  await context.close();
  const depthOf = (url, seen = []) => {
    const by = requests.get(url)?.by?.replace(/#.*/, '');
    return !by || seen.includes(by) || !requests.has(by) ? 1 : 1 + depthOf(by, [...seen, url]);
  };
  return { ...times, requests: [...requests].map(([url, { start }]) => ({ url, start, depth: depthOf(url) })) };
}

console.log(
  '| page | first paint | shell hydrated | first demo hydrated | demo after paint | requests in a row | requests |',
);
console.log('|---|---|---|---|---|---|---|');
const ms = (value) => (Number.isFinite(value) ? Math.round(value) : '');
for (const path of values('path')) {
  const views = [];
  for (let run = 0; run < runs; run++) views.push(await view(path));
  const of = (pick) => median(views.map(pick));
  const { requests } = views[0];
  console.log(
    `| ${path} | ${ms(of(({ paint }) => paint))} | ${ms(of(({ shell }) => shell))} | ${ms(of(({ demo }) => demo))} | ${ms(of(({ paint, demo }) => demo - paint))} | ${Math.max(...requests.map(({ depth }) => depth))} | ${requests.length} |`,
  );
  if (args.includes('--requests'))
    for (const { url, start, depth } of requests)
      console.log(`  ${Math.round(start * 1000)} ms, ${depth} deep: ${url}`);
}
await browser.close();
await site.close();
