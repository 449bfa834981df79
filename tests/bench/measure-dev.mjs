// Measures a dev server: time to the first page in a real browser (cold and warm cache), and time from an edit to the
// page.
//   node measure-dev.mjs --label NAME --dir PROJECT --cmd "npx vitepress dev docs --port 5199 --host 127.0.0.1"
//     --url http://127.0.0.1:5199/guide/section-001/page-0001 --clean "docs/.vitepress/cache ..." [--wait h1]
//     --edit FILE --from TEXT [--edit-url URL] [--edit-wait SELECTOR] [--n 7] [--starts 3] [--modes cold,warm] [--linger 12000]
// The edit replaces TEXT in FILE with "TEXT-HMRx<i>". It is timed from writing the file until a text node of the page
// contains the new text, with a MutationObserver and a timer in the page. FILE is restored at the end.
// Environment: TOOLS, CHROME_PATH. Prints one JSON line per item. Linux: the dev server has its own process group.

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { args, CHROME, FLAGS, median, sleep, tools } from './lib.mjs';

const o = args({ wait: 'h1', n: '7', starts: '3', clean: '', modes: 'cold,warm', linger: '12000' });
const { chromium } = tools('playwright-core');
const dir = path.resolve(o.dir);
const print = (x) => console.log(JSON.stringify({ label: o.label, ...x }));
const browser = await chromium.launch({ executablePath: CHROME, args: FLAGS });

function treeRss(pgid) {
  let sum = 0,
    n = 0;
  for (const p of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(p)) continue;
    try {
      const st = fs.readFileSync(`/proc/${p}/stat`, 'utf8');
      const f = st.slice(st.lastIndexOf(')') + 2).split(' ');
      if (Number(f[2]) === pgid) {
        sum += Number(f[21]) * 4096;
        n++;
      }
    } catch {}
  }
  return { mb: Math.round(sum / 1048576), n };
}

let child;
async function start(clean) {
  if (clean)
    for (const c of o.clean.split(' ').filter(Boolean)) fs.rmSync(path.join(dir, c), { recursive: true, force: true });
  const ctx = await browser.newContext({ viewport: { width: 1350, height: 940 } });
  const page = await ctx.newPage();
  const t0 = Date.now();
  child = spawn('bash', ['-c', `exec ${o.cmd}`], {
    cwd: dir,
    detached: true,
    stdio: ['ignore', fs.openSync('dev.log', 'w'), fs.openSync('dev.err.log', 'w')],
    env: { ...process.env, BROWSER: 'none', ASTRO_TELEMETRY_DISABLED: '1' },
  });
  let http = 0;
  const deadline = t0 + 180000;
  for (;;) {
    if (Date.now() > deadline) throw new Error('dev server did not answer');
    try {
      const r = await fetch(o.url, { signal: AbortSignal.timeout(60000), headers: { accept: 'text/html' } });
      await r.text();
      if (r.ok) {
        http = Date.now() - t0;
        break;
      }
    } catch {}
    await sleep(15);
  }
  for (;;) {
    if (Date.now() > deadline) throw new Error('page did not show');
    try {
      await page.goto(o.url, { waitUntil: 'commit', timeout: 60000 });
      await page.waitForFunction(
        (sel) => {
          const e = [...document.querySelectorAll(sel)].find((e) => e.getClientRects().length);
          return e && e.textContent.trim().length > 0;
        },
        o.wait,
        { polling: 'raf', timeout: 60000 },
      );
      break;
    } catch (_e) {
      await sleep(50);
    }
  }
  return { http, shown: Date.now() - t0, page, ctx };
}
async function stop(ctx) {
  await ctx?.close();
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {}
  await Promise.race([new Promise((r) => child.on('exit', r)), sleep(4000)]);
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {}
  await sleep(500);
}

let last;
for (const mode of o.modes.split(',')) {
  const r = [];
  for (let i = 0; i < Number(o.starts); i++) {
    const s = await start(mode === 'cold');
    r.push([s.http, s.shown]);
    if (mode === o.modes.split(',').at(-1) && i === Number(o.starts) - 1) last = s;
    // The last cold server runs longer, so that it can write its cache.
    else {
      await sleep(mode === 'cold' && i === Number(o.starts) - 1 ? Number(o.linger) : 1000);
      await stop(s.ctx);
    }
  }
  print({
    item: 'dev-start',
    mode,
    firstHttpMs: median(r.map((x) => x[0])),
    shownMs: median(r.map((x) => x[1])),
    all: r.map((x) => x[1]),
  });
}

const edits = !o.edit
  ? []
  : [
      {
        file: o.edit,
        from: o.from,
        url: o['edit-url'] || o.url,
        wait: o['edit-wait'] || o.wait,
        name: o['edit-name'] || 'markdown',
      },
    ];
if (o.edit2)
  edits.push({
    file: o.edit2,
    from: o.from2,
    url: o['edit2-url'] || o.url,
    wait: o['edit2-wait'] || o.wait,
    name: o['edit2-name'] || 'second',
  });
const { page } = last;
for (const e of edits) {
  const file = path.join(dir, e.file);
  const orig = fs.readFileSync(file, 'utf8');
  if (!orig.includes(e.from)) throw new Error(`${file} has no "${e.from}"`);
  try {
    await page.goto(e.url, { waitUntil: 'load' });
    await page.locator(e.wait).first().waitFor({ state: 'visible', timeout: 60000 });
    await sleep(3000);
    const res = [];
    let reloads = 0;
    const onNav = (f) => {
      if (f === page.mainFrame()) reloads++;
    };
    page.on('framenavigated', onNav);
    for (let i = 0; i <= Number(o.n); i++) {
      const mark = `HMRx${i}x`;
      const watch = async () => {
        for (let k = 0; k < 200; k++) {
          try {
            return await page.evaluate(
              (m) =>
                new Promise((res) => {
                  const has = () => {
                    // Text of the body, without scripts.
                    const w = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                    while (w.nextNode())
                      if (w.currentNode.data.includes(m) && !/^(SCRIPT|STYLE)$/.test(w.currentNode.parentNode.nodeName))
                        return true;
                    return false;
                  };
                  if (has()) return res(Date.now());
                  const mo = new MutationObserver(() => {
                    if (has()) {
                      mo.disconnect();
                      clearInterval(iv);
                      res(Date.now());
                    }
                  });
                  mo.observe(document.documentElement, { childList: true, subtree: true, characterData: true });
                  const iv = setInterval(() => {
                    if (has()) {
                      mo.disconnect();
                      clearInterval(iv);
                      res(Date.now());
                    }
                  }, 100);
                }),
              mark,
            );
          } catch {
            await sleep(10);
          }
        }
      };
      const p = watch();
      await sleep(200);
      const t = Date.now();
      fs.writeFileSync(file, orig.replace(e.from, `${e.from} ${mark}`));
      const seen = await Promise.race([p, sleep(30000).then(() => null)]);
      res.push(seen === null ? null : seen - t);
      await sleep(1500);
    }
    page.off('framenavigated', onNav);
    const ok = res.slice(1).filter((x) => x !== null);
    print({
      item: 'hmr',
      edit: e.name,
      medianMs: ok.length ? median(ok) : null,
      firstMs: res[0],
      all: res.slice(1),
      pageReloads: reloads,
      devTree: treeRss(child.pid),
    });
  } finally {
    fs.writeFileSync(file, orig);
  }
  await sleep(1500);
}
await stop(last.ctx);
await browser.close();
