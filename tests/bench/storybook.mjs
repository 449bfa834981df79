// storybook.mjs [--folder F] [--rounds 3, or 0 to measure only pages] [--runs 5] — the stories of tests/helpers/stories-site.ts and one with a counter, in Storybook and here:
//   builds in turns (wall s, CPU s of all processes, largest process), then the first story in Chromium without a cache: time until it is visible
//   and until it answers a click, files and bytes (gzip) until then. Run `npm run build` before it. Set TOOLS as for measure-page.mjs.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { args, CHROME, FLAGS, median, serve, sleep, tools } from './lib.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const { folder = path.join(os.tmpdir(), 'storybook-bench'), rounds = '3', runs = '5' } = args();
const PACKAGES = [
  'storybook@10.6',
  '@storybook/react-vite@10.6',
  '@storybook/react@10.6',
  'vite@7',
  'react',
  'react-dom',
];
const ID = 'counter--counted';

fs.mkdirSync(folder, { recursive: true });
const helper = path.join(folder, 'stories-site.mjs');
await build({ entryPoints: [path.join(ROOT, 'tests/helpers/stories-site.ts')], outfile: helper, format: 'esm' });
const { storiesSite } = await import(helper);
const files = {
  ...storiesSite(),
  'src/Counter.tsx':
    'import { useState } from \'react\';\nexport function Counter() { const [n, set] = useState(0); return <button type="button" onClick={() => set(n + 1)}>Count {n}</button>; }\n',
  'src/Counter.stories.tsx':
    "import { Counter } from './Counter';\nexport default { title: 'Counter', component: Counter };\nexport const Counted = {};\n",
  'tsconfig.json': '{"compilerOptions": {"jsx": "react-jsx"}}',
  '.storybook/main.ts':
    "export default { stories: ['../src/**/*.stories.tsx'], framework: '@storybook/react-vite', core: { disableTelemetry: true } };\n",
};
for (const [name, text] of Object.entries(files)) {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), text);
}
if (!fs.existsSync(path.join(folder, 'node_modules/storybook'))) {
  fs.writeFileSync(path.join(folder, 'package.json'), '{"name": "bench", "version": "1.0.0", "type": "module"}');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...PACKAGES, 'typescript@5'], { cwd: folder });
}

const SIDES = {
  storybook: {
    command: ['node_modules/.bin/storybook', 'build', '--quiet', '--output-dir', 'out-storybook'],
    out: 'out-storybook',
    caches: ['node_modules/.cache', 'node_modules/.vite'],
    pages: { page: `/?path=/story/${ID}`, alone: `/iframe.html?id=${ID}&viewMode=story` },
  },
  'cascader-docs': {
    command: [process.execPath, path.join(ROOT, 'bin/cascader-docs.js'), 'build', '--out', 'out-cascader'],
    out: 'out-cascader',
    caches: ['node_modules/.cache/cascader-docs'],
    pages: { page: `/?path=/story/${ID}`, alone: `/iframe.html?id=${ID}&viewMode=story` },
  },
};

const builds = [];
for (let round = 0; round < Number(rounds); round++)
  for (const cache of ['cold', 'warm'])
    for (const [name, { command, out, caches }] of Object.entries(SIDES)) {
      for (const one of [out, ...(cache === 'cold' ? caches : [])])
        fs.rmSync(path.join(folder, one), { recursive: true, force: true });
      const { stderr, stdout, status } = spawnSync('python3', [path.join(ROOT, 'tests/bench/all-cpu.py'), ...command], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, STORYBOOK_DISABLE_TELEMETRY: '1' },
      });
      if (status !== 0) throw new Error(`${name}: ${stdout}\n${stderr}`);
      const [wall, cpu, megabytes] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
      builds.push({ name, cache, wall, cpu, megabytes });
      console.log(`${name} ${cache}: ${wall} s, ${cpu} CPU s, ${megabytes} MB`);
    }

const { chromium } = tools('playwright-core');
const views = [];
const browser = await chromium.launch({ executablePath: CHROME, args: FLAGS });
const servers = await Promise.all(Object.values(SIDES).map(({ out }) => serve(path.join(folder, out))));
for (let run = 0; run < Number(runs); run++)
  for (const [index, [name, { pages }]] of Object.entries(SIDES).entries())
    for (const [kind, address] of Object.entries(pages)) {
      const server = servers[index];
      const context = await browser.newContext({ viewport: { width: 1350, height: 940 } });
      const page = await context.newPage();
      server.log.length = 0;
      const begin = performance.now();
      await page.goto(`http://127.0.0.1:${server.port}${address}`, { waitUntil: 'commit' });
      /** The button, in the page or its frame. */
      const find = async () => {
        for (const frame of page.frames()) {
          const button = await frame.$('button:text-matches("^Count \\\\d")').catch(() => null);
          if (button) return button;
        }
        return undefined;
      };
      const end = begin + 20_000;
      // Asking without a pause would slow the page down.
      const pause = async () => {
        await sleep(20);
        if (performance.now() > end) throw new Error(`${name} ${address}: the story does not appear or answer`);
      };
      let button;
      while (!(await button?.isVisible().catch(() => false))) {
        await pause();
        button = await find();
      }
      const visible = performance.now() - begin;
      const bytes = server.log.reduce((sum, { gz }) => sum + gz, 0);
      const count = server.log.length;
      let answered = false;
      while (!answered) {
        await pause();
        button = (await find()) ?? button;
        await button.evaluate((element) => element.click()).catch(() => undefined);
        answered = await button.evaluate((element) => element.textContent !== 'Count 0').catch(() => false);
      }
      const answers = performance.now() - begin;
      views.push({
        name,
        kind,
        visible,
        answers,
        bytes,
        files: count,
        all: server.log.reduce((sum, { gz }) => sum + gz, 0),
      });
      await context.close();
    }
await browser.close();
for (const server of servers) await server.close();

console.log('\n| | build | wall s | CPU s | largest process MB |\n|---|---|---|---|---|');
for (const name of Object.keys(SIDES))
  for (const cache of ['cold', 'warm']) {
    const own = builds.filter((one) => one.name === name && one.cache === cache);
    if (own.length === 0) continue;
    const values = ['wall', 'cpu', 'megabytes'].map((key) => median(own.map((one) => one[key])));
    console.log(`| ${name} | ${cache} | ${values.join(' | ')} |`);
  }
console.log(
  '\n| | address | visible ms | answers ms | files | KB until visible | KB until it answers |\n|---|---|---|---|---|---|---|',
);
for (const [name, { pages }] of Object.entries(SIDES))
  for (const kind of Object.keys(pages)) {
    const own = views.filter((one) => one.name === name && one.kind === kind);
    const of = (key) => median(own.map((one) => one[key]));
    const numbers = [of('visible'), of('answers'), of('files'), of('bytes') / 1000, of('all') / 1000];
    console.log(`| ${name} | ${kind} | ${numbers.map((one) => Math.round(one)).join(' | ')} |`);
  }
