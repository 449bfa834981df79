// page-match.mjs
//   — matches the pages of two real sites of one library, documented years apart: the documentation of UIkit 2.27, which its npm package
//   contains, and the pages of UIkit 3.21. Prints the pages that are matched wrongly or not at all. Fetches both packages from npm.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Pages of the older version with another name in the newer one. All others are the same if their file has the same name. */
const RENAMED = { notify: 'notification', 'smooth-scroll': 'scroll' };

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'page-match-'));
try {
  const { readSite, createPageFinder } = await load();
  const older = path.join(fetchPackage('uikit@2.27.4'), 'docs');
  const newer = path.join(fetchPackage('uikit@3.21.0'), 'tests');
  const pages = await pagesOf(readSite, older);
  report('the addresses of both sites', pages, createPageFinder(pages, await pagesOf(readSite, newer)), (path) => path);
  const { folder, nameOf } = moveAll(newer);
  report('all addresses changed', pages, createPageFinder(pages, await pagesOf(readSite, folder)), nameOf);
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}

/** Counts the pages that both versions have. */
function report(title, pages, find, nameOf) {
  const targets = new Set(fs.readdirSync(path.join(work, 'uikit@3.21.0/package/tests')));
  let right = 0;
  const missed = [];
  const wrong = [];
  for (const page of pages.filter((page) => page.path)) {
    const name = RENAMED[page.path] ?? page.path;
    const wanted = targets.has(`${name}.html`) ? name : undefined;
    const match = find(page);
    const found = match?.isSame ? nameOf(match.page.path) : undefined;
    if (found === wanted) right += wanted === undefined ? 0 : 1;
    else if (found === undefined) missed.push(`${page.path} (${wanted})`);
    else wrong.push(`${page.path} → ${found}`);
  }
  process.stdout.write(`${title}: ${right} of ${right + missed.length + wrong.length} pages that both versions have\n`);
  process.stdout.write(`  missed: ${missed.join(', ') || 'none'}\n  wrong: ${wrong.join(', ') || 'none'}\n`);
}

/** Copies a site to new addresses that say nothing about their pages. */
function moveAll(from) {
  const folder = path.join(work, 'moved');
  const names = new Map([['', '']]);
  fs.mkdirSync(path.join(folder, 'guide'), { recursive: true });
  for (const [index, file] of fs
    .readdirSync(from)
    .filter((name) => name.endsWith('.html'))
    .entries()) {
    const target = file === 'index.html' ? file : `guide/p${index}.html`;
    fs.copyFileSync(path.join(from, file), path.join(folder, target));
    if (file !== 'index.html') names.set(target.slice(0, -5), file.slice(0, -5));
  }
  return { folder, nameOf: (path) => names.get(path) };
}

async function pagesOf(readSite, folder) {
  const paths = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
  return (await readSite({ folder, paths, isOurs: false }, { base: '/v/2.x/' })).pages;
}

function fetchPackage(spec) {
  const folder = path.join(work, spec);
  fs.mkdirSync(folder);
  const tarball = execFileSync('npm', ['pack', spec, '--silent', '--ignore-scripts'], { cwd: folder })
    .toString()
    .trim();
  execFileSync('tar', ['xzf', tarball], { cwd: folder });
  return path.join(folder, 'package');
}

/** Bundles the functions that read a site and match pages, which are not public. */
async function load() {
  const outfile = path.join(ROOT, 'node_modules/.cache/bench-page-match.mjs');
  await build({
    stdin: {
      contents: `export * from './src/node/tools/versions/read-site.ts'; export * from './src/shared/versions/match-page.ts';`,
      resolveDir: ROOT,
    },
    ...{ outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'warning' },
  });
  return await import(outfile);
}
