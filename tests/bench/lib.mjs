// Shared helpers: arguments, packages to measure with, a small static server with gzip, flags of the browser.
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import zlib from 'node:zlib';

export const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
export const CHROME = process.env.CHROME_PATH || '/usr/bin/chromium';
// TOOLS: a folder whose node_modules contains playwright-core, axe-core and lighthouse (npm i playwright-core axe-core
// lighthouse@12).
export const tools = createRequire(path.join(path.resolve(process.env.TOOLS || '.'), 'x.js'));

export function args(def = {}) {
  const o = { ...def, _: [] };
  const a = process.argv.slice(2);
  for (let i = 0; i < a.length; i++) {
    if (a[i].startsWith('--')) {
      const [k, v] = a[i].slice(2).split(/=(.*)/s);
      o[k] = v !== undefined ? v : a[i + 1] !== undefined && !a[i + 1].startsWith('--') ? a[++i] : true;
    } else o._.push(a[i]);
  }
  return o;
}

const MIME = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
  woff: 'font/woff',
  ico: 'image/x-icon',
  xml: 'text/xml',
  txt: 'text/plain',
  wasm: 'application/wasm',
  map: 'application/json',
};
const GZ = new Set(['html', 'js', 'mjs', 'css', 'json', 'svg', 'xml', 'txt', 'map', 'wasm']);

export function resolveFile(root, url) {
  const p = decodeURIComponent(new URL(url, 'http://x').pathname);
  for (const c of p.endsWith('/') ? [`${p}index.html`] : [p, `${p}.html`, `${p}/index.html`]) {
    const f = path.join(root, c);
    try {
      if (f.startsWith(path.resolve(root)) && fs.statSync(f).isFile()) return f;
    } catch {}
  }
  return null;
}

export async function serve(root, port = 0) {
  root = path.resolve(root);
  const log = [];
  const cache = new Map();
  const srv = http.createServer((req, res) => {
    const f = resolveFile(root, req.url);
    if (!f) {
      log.push({ url: req.url, status: 404, raw: 0, gz: 0, br: 0, type: 'missing' });
      res.writeHead(404);
      return res.end('not found');
    }
    const ext = path.extname(f).slice(1);
    let e = cache.get(f);
    if (!e) {
      const raw = fs.readFileSync(f);
      const text = GZ.has(ext) || ext.startsWith('pf_') || ext === 'pagefind';
      e = { raw, gz: text ? zlib.gzipSync(raw, { level: 9 }) : raw, text };
      cache.set(f, e);
    }
    const purpose = req.headers['sec-purpose'] || req.headers.purpose || '';
    log.push({
      url: req.url,
      file: f,
      status: 200,
      raw: e.raw.length,
      gz: e.gz.length,
      ext,
      prefetch: /prefetch/.test(purpose),
      t: Date.now(),
    });
    const h = {
      'content-type': MIME[ext] || 'application/octet-stream',
      'cache-control': 'max-age=600',
      vary: 'accept-encoding',
    };
    const useGz = e.text && /gzip/.test(req.headers['accept-encoding'] || '');
    if (useGz) h['content-encoding'] = 'gzip';
    const body = useGz ? e.gz : e.raw;
    h['content-length'] = body.length;
    res.writeHead(200, h);
    res.end(req.method === 'HEAD' ? undefined : body);
  });
  await new Promise((r) => srv.listen(port, '127.0.0.1', r));
  return {
    srv,
    log,
    port: srv.address().port,
    close: () =>
      new Promise((r) => {
        srv.closeAllConnections?.();
        srv.close(r);
      }),
  };
}

export const br = (f) =>
  zlib.brotliCompressSync(fs.readFileSync(f), { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
export const median = (a) => {
  const s = [...a].sort((x, y) => x - y);
  return s.length % 2 ? s[(s.length - 1) / 2] : (s[s.length / 2 - 1] + s[s.length / 2]) / 2;
};
export const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
