// Measures the time from an event in a control to the `render` call of the demo, with a slower processor.
//   node playground-latency.mjs [--controls 30] [--changes 60] [--slower 4]
// Environment: TOOLS (folder with node_modules/playwright-core; default .), CHROME_PATH (default /usr/bin/chromium)
// Prints in ms: number of changes, median, 95th percentile and maximum.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { args, CHROME, FLAGS, serve, sleep, tools } from './lib.mjs';

const o = args({ controls: '30', changes: '60', slower: '4' });
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'playground-'));
const types = ["'a' | 'b' | 'c'", 'boolean', 'string', 'number', "number | 'auto'", '{ text: string; count?: number }'];
const props = Array.from({ length: Number(o.controls) }, (_, index) => `  p${index}?: ${types[index % types.length]};`);
const write = (name, text) => {
  fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  fs.writeFileSync(path.join(root, name), text);
};
write('package.json', '{ "name": "latency" }');
write('docs/index.md', '# Page\n\n<code src="../demos/box.tsx"></code>\n');
write(
  'demos/box.tsx',
  `interface BoxProps {\n${props.join('\n')}\n}\nfunction Box(props: BoxProps) {\n  (globalThis as { rendered?: number }).rendered = performance.now();\n  return <pre>{JSON.stringify(props)}</pre>;\n}\nexport default function Demo(props: BoxProps) {\n  return <Box {...props} />;\n}\n`,
);
fs.symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
execFileSync(process.execPath, ['bin/cascader-docs.js', 'build', root]);
const { chromium } = tools('playwright-core');
const server = await serve(path.join(root, 'dist'));
const browser = await chromium.launch({ executablePath: CHROME, args: FLAGS });
const page = await browser.newPage({ viewport: { width: 1280, height: 1600 } });
await page.goto(`http://127.0.0.1:${server.port}/`, { waitUntil: 'networkidle' });
await page.locator('.controls:not([inert] *)').waitFor();
await page.evaluate(() => {
  window.times = [];
  for (const type of ['click', 'input'])
    addEventListener(
      type,
      ({ timeStamp }) => {
        const before = window.rendered;
        setTimeout(() => window.rendered !== before && window.times.push(window.rendered - timeStamp), 200);
      },
      { capture: true },
    );
});
const session = await page.context().newCDPSession(page);
await session.send('Emulation.setCPUThrottlingRate', { rate: Number(o.slower) });
const switches = page.locator('.controls [role="switch"]');
const texts = page.locator('.controls input[type="text"], .controls input:not([type])');
for (let change = 0; change < Number(o.changes); change++) {
  const list = change % 2 === 0 ? switches : texts;
  const field = list.nth(Math.floor(change / 2) % (await list.count()));
  if (change % 2 === 0) await field.press('Space');
  else await field.press('x');
  await sleep(400);
}
const all = (await page.evaluate(() => window.times)).sort((a, b) => a - b);
const at = (share) => all[Math.min(all.length - 1, Math.floor(all.length * share))]?.toFixed(1);
console.log(`${all.length} changes: median ${at(0.5)}, 95 % ${at(0.95)}, max ${at(1)} ms`);
await browser.close();
await server.close?.();
fs.rmSync(root, { recursive: true });
process.exit();
