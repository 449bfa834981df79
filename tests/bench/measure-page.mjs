// Measures one page of a built static site in headless Chromium.
//   node measure-page.mjs --label NAME --dir BUILT_SITE --path /guide/page [--what bytes,axe,search,lighthouse]
//     [--search vitepress|rspress|starlight|dumi] [--dark-ls key=value]  [--lh-runs 3]
// Environment: TOOLS (folder with node_modules/{playwright-core,axe-core,lighthouse}; default .), CHROME_PATH (default
// /usr/bin/chromium)
// bytes: requests and bytes by type on a first view without a cache, until the network is idle. Prefetched files are
//   counted separately. Also gzip -9 and brotli -11 of the same files.
// axe: violations, light and dark.
// search: bytes of the first search, and time from typing to results.
// lighthouse: desktop and mobile presets (medians of --lh-runs).
// Prints one JSON line per item.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { args, br, CHROME, FLAGS, median, serve, sleep, tools } from './lib.mjs';

const o = args({ what: 'bytes,axe', 'lh-runs': '3' });
const what = new Set(o.what.split(','));
const { chromium } = tools('playwright-core');
const s = await serve(o.dir);
const url = `http://127.0.0.1:${s.port}${o.path}`;
const print = (x) => console.log(JSON.stringify({ label: o.label, ...x }));
const launch = () => chromium.launch({ executablePath: CHROME, args: FLAGS });
const idle = async (page) => {
  await page.waitForLoadState('networkidle');
  await sleep(800);
};

if (what.has('bytes')) {
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width: 1350, height: 940 } });
  const ext = new Set();
  const errors = [];
  page.on('request', (r) => {
    if (!r.url().startsWith(`http://127.0.0.1:${s.port}`) && !/^(data|blob):/.test(r.url()))
      ext.add(new URL(r.url()).host);
  });
  page.on('pageerror', (e) => errors.push(String(e).slice(0, 120)));
  page.on('console', (m) => {
    if (m.type() === 'error') errors.push(m.text().slice(0, 120));
  });
  s.log.length = 0;
  await page.goto(url, { waitUntil: 'load' });
  const atLoad = s.log.length;
  await idle(page);
  const kinds = {};
  const add = (k, e) => {
    const v = (kinds[k] ??= { n: 0, raw: 0, gz: 0, br: 0 });
    v.n++;
    v.raw += e.raw;
    v.gz += e.gz;
    v.br += e.file ? br(e.file) : 0;
  };
  for (const e of s.log) {
    if (e.status !== 200) {
      add('missing', e);
      continue;
    }
    const k = e.prefetch
      ? 'prefetch'
      : e.ext === 'html'
        ? 'html'
        : /^m?js$/.test(e.ext)
          ? 'js'
          : e.ext === 'css'
            ? 'css'
            : /^woff2?$|^ttf$/.test(e.ext)
              ? 'font'
              : 'other';
    add(k, e);
    if (k === 'js' || k === 'css') add('js+css', e);
  }
  const dom = await page.evaluate(() => ({
    nodes: document.querySelectorAll('*').length,
    text: document.body.textContent.length,
  }));
  print({
    item: 'bytes',
    path: o.path,
    requests: s.log.length,
    atLoad,
    kinds,
    external: [...ext],
    errors: errors.slice(0, 5),
    dom,
  });
  await browser.close();
}

if (what.has('axe')) {
  const axeSrc = fs.readFileSync(tools.resolve('axe-core/axe.min.js'), 'utf8');
  const browser = await launch();
  for (const scheme of ['light', 'dark']) {
    const ctx = await browser.newContext({ colorScheme: scheme, viewport: { width: 1350, height: 940 } });
    if (scheme === 'dark' && o['dark-ls']) {
      const [k, v] = o['dark-ls'].split(/=(.*)/s);
      await ctx.addInitScript(([k, v]) => localStorage.setItem(k, v), [k, v]);
    }
    const page = await ctx.newPage();
    await page.goto(url, { waitUntil: 'load' });
    await idle(page);
    await page.evaluate(axeSrc);
    const r = await page.evaluate(async () => {
      const r = await window.axe.run(document);
      const bg =
        getComputedStyle(document.body).backgroundColor +
        ' / ' +
        getComputedStyle(document.documentElement).backgroundColor;
      return {
        bg,
        violations: r.violations.map((v) => ({ id: v.id, impact: v.impact, nodes: v.nodes.length })),
        incomplete: r.incomplete.length,
      };
    });
    print({
      item: 'axe',
      scheme,
      bg: r.bg,
      rules: r.violations.length,
      nodes: r.violations.reduce((a, v) => a + v.nodes, 0),
      violations: r.violations.map((v) => `${v.id}(${v.impact}) x${v.nodes}`),
      incomplete: r.incomplete,
    });
    await ctx.close();
  }
  await browser.close();
}

if (what.has('search')) {
  const recipes = {
    'cascader-docs': { open: (p) => p.keyboard.press('Control+k'), input: '.search-input', result: '.search-hit' },
    vitepress: {
      open: (p) => p.keyboard.press('Control+k'),
      input: '.VPLocalSearchBox input.search-input',
      result: '.VPLocalSearchBox .result',
    },
    rspress: {
      open: (p) => p.keyboard.press('Control+k'),
      input: '.rp-search-panel__input',
      result: '.rp-search-panel__results .rp-suggest-item',
    },
    starlight: {
      open: (p) => p.keyboard.press('Control+k'),
      input: '.pagefind-ui__search-input',
      result: '.pagefind-ui__result-title',
    },
    dumi: {
      open: async (p) => {
        await p.locator('.dumi-default-search-bar-input').first().click();
      },
      input: '.dumi-default-search-bar-input',
      result: '.dumi-default-search-result dl a, .dumi-default-search-result a',
    },
    ...(o.recipes ? (await import(path.resolve(o.recipes))).default : {}),
  };
  const rec = recipes[o.search];
  const browser = await launch();
  const all = [];
  let bytes;
  for (let i = 0; i < 5; i++) {
    const ctx = await browser.newContext({ viewport: { width: 1350, height: 940 } });
    const page = await ctx.newPage();
    await page.goto(url, { waitUntil: 'load' });
    await idle(page);
    s.log.length = 0;
    const t0 = Date.now();
    await rec.open(page);
    const input = page.locator(rec.input).first();
    await input.waitFor({ state: 'visible', timeout: 15000 });
    const tOpen = Date.now() - t0;
    const go = async (w, _n) => {
      const t = Date.now();
      await input.fill(w);
      await page.waitForFunction(
        ([sel, w]) =>
          [...document.querySelectorAll(sel)].some(
            (e) => e.getClientRects().length && document.body.textContent.toLowerCase().includes(w),
          ),
        [rec.result, w],
        { polling: 'raf', timeout: 20000 },
      );
      return Date.now() - t;
    };
    const first = await go(o.word1 || 'quokka');
    await sleep(700);
    const got = s.log.filter((e) => e.status === 200);
    bytes = {
      requests: got.length,
      raw: got.reduce((a, e) => a + e.raw, 0),
      gz: got.reduce((a, e) => a + e.gz, 0),
      files: got.slice(0, 6).map((e) => `${path.basename(e.url)} ${e.raw}`),
    };
    await input.fill('');
    await sleep(300);
    // Wait until the old hits are gone, or they would be counted for the second word.
    await page
      .waitForFunction(
        (sel) => ![...document.querySelectorAll(sel)].some((e) => e.getClientRects().length),
        rec.result,
        { timeout: 3000 },
      )
      .catch(() => {});
    const second = await go(o.word2 || 'virtual');
    const hits = await page.locator(rec.result).count();
    all.push({ tOpen, first, second, hits });
    await ctx.close();
  }
  print({
    item: 'search',
    openMs: median(all.map((x) => x.tOpen)),
    firstMs: median(all.map((x) => x.first)),
    secondMs: median(all.map((x) => x.second)),
    hits: all[0].hits,
    bytes,
  });
  await browser.close();
}

if (what.has('lighthouse')) {
  const cli = path.join(path.dirname(tools.resolve('lighthouse/package.json')), 'cli/index.js');
  for (const preset of ['desktop', 'mobile']) {
    const runs = [];
    let notes = '';
    for (let i = 0; i < Number(o['lh-runs']); i++) {
      const out = path.join(os.tmpdir(), `lh-${process.pid}-${i}.json`);
      // The server runs in this process. `spawnSync` would block it, so the CLI runs asynchronously.
      const { spawn } = await import('node:child_process');
      await new Promise((r) => {
        const c = spawn(
          process.execPath,
          [
            cli,
            url,
            '--quiet',
            '--output=json',
            `--output-path=${out}`,
            `--chrome-flags=${FLAGS.join(' ')}`,
            '--only-categories=performance,accessibility,best-practices,seo',
            ...(preset === 'desktop' ? ['--preset=desktop'] : []),
          ],
          { env: { ...process.env, CHROME_PATH: CHROME }, stdio: ['ignore', 'ignore', 'inherit'] },
        );
        c.on('exit', r);
      });
      const j = JSON.parse(fs.readFileSync(out, 'utf8'));
      const sc = (k) => Math.round(j.categories[k].score * 100);
      const a = (k) => j.audits[k].numericValue;
      runs.push({
        perf: sc('performance'),
        a11y: sc('accessibility'),
        bp: sc('best-practices'),
        seo: sc('seo'),
        fcp: a('first-contentful-paint'),
        lcp: a('largest-contentful-paint'),
        tbt: a('total-blocking-time'),
        cls: a('cumulative-layout-shift'),
        bytes: a('total-byte-weight'),
      });
      notes = Object.values(j.audits)
        .filter(
          (x) =>
            x.score !== null &&
            x.score < 0.9 &&
            ['accessibility', 'best-practices', 'seo'].some((c) =>
              j.categories[c].auditRefs.some((r) => r.id === x.id && r.weight > 0),
            ),
        )
        .map((x) => x.id)
        .join(',');
      fs.unlinkSync(out);
    }
    const m = {};
    for (const k of Object.keys(runs[0])) m[k] = Math.round(median(runs.map((x) => x[k])) * 1000) / 1000;
    print({ item: 'lighthouse', preset, ...m, failing: notes });
  }
}
await s.close();
