// moved-docs.mjs [--folder F] — the sites of tests/helpers/moved-sites.ts, built by VitePress and Docusaurus, and here after `init --from`. Per page:
//   words, headings with their ids, links, images, cells and lines of code that the tool writes and the moved site lacks.
//   Run `npm run build` before it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { parse } from 'parse5';
import { args } from './lib.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CLI = path.join(ROOT, 'bin/cascader-docs.js');
const { folder = path.join(os.tmpdir(), 'moved-docs') } = args();

const helper = path.join(folder, 'moved-sites.mjs');
await build({ entryPoints: [path.join(ROOT, 'tests/helpers/moved-sites.ts')], outfile: helper, format: 'esm' });
const sites = await import(helper);

/** What each tool needs, and where it writes its pages and their content. */
const TOOLS = {
  vitepress: {
    site: sites.VITEPRESS_SITE,
    packages: ['vitepress@1.6', 'markdown-it-mathjax3@4', 'vue'],
    command: ['vitepress', 'build'],
    out: '.vitepress/dist',
    base: '/old/',
    type: 'module',
    content: ['vp-doc', 'VPHome'],
    // The page of a tool's test may use a plugin that does not exist.
    repair: (name, text) => (name.endsWith('config.ts') ? text.replace(/config: \(md\) => \{.*?\} /, '') : text),
  },
  docusaurus: {
    site: sites.DOCUSAURUS_SITE,
    packages: [
      ...['core', 'preset-classic', 'theme-live-codeblock'].map((name) => `@docusaurus/${name}@3`),
      ...['remark-math@6', 'rehype-katex@7', 'react', 'react-dom', '@mdx-js/react'],
    ],
    command: ['docusaurus', 'build'],
    out: 'build',
    base: '/',
    type: 'commonjs',
    content: ['theme-doc-markdown', 'markdown'],
    // Without this, Docusaurus shows formulas as code. It compiles mermaid for a minute, so the diagram is left out. With lines in
    // braces, it shows the comments that mark lines.
    repair: (name, text) =>
      name === 'docusaurus.config.js'
        ? text
            .replace('remarkPlugins', "rehypePlugins: [require('rehype-katex').default], remarkPlugins")
            .replace('presets:', "themes: ['@docusaurus/theme-live-codeblock'], presets:")
        : text.replace(' showLineNumbers {1}', ' showLineNumbers').replace(/```mermaid[^`]*```/, ''),
  },
};

const attribute = (node, name) => node.attrs?.find((one) => one.name === name)?.value;
const classes = (node) => (attribute(node, 'class') ?? '').split(/\s+/);

function find(node, isWanted) {
  if (isWanted(node)) return node;
  for (const child of node.childNodes ?? []) {
    const found = find(child, isWanted);
    if (found) return found;
  }
  return undefined;
}

const HIDDEN = new Set(['script', 'style', 'template', 'svg', 'button', 'annotation', 'mjx-container', 'math']);
/** Labels of the tools. */
const isLabel = (node) =>
  HIDDEN.has(node.nodeName) ||
  classes(node).some((one) =>
    /^(?:header-anchor|hash-link|lang|line-numbers-wrapper|heading-anchor|playground(?:Header|Preview)\w*)$/.test(one),
  ) ||
  attribute(node, 'aria-hidden') === 'true';

function textOf(node) {
  if (node.nodeName === '#text') return node.value;
  if (node.nodeName === 'br') return '\n';
  if (isLabel(node)) return ' ';
  const text = (node.childNodes ?? []).map(textOf).join('');
  return /^(?:p|div|li|td|th|h\d|pre|tr|summary|details|blockquote|label|section)$/.test(node.nodeName)
    ? ` ${text} `
    : text;
}

/** Facts about a page, as texts with counts. */
function factsOf(content, linkOf) {
  const facts = new Map();
  const add = (kind, text) => facts.set(`${kind} ${text}`, (facts.get(`${kind} ${text}`) ?? 0) + 1);
  for (const word of textOf(content).match(/[\p{L}\p{N}]+/gu) ?? []) add('word', word.toLowerCase());
  const visit = (node) => {
    // Docusaurus has headings of pages without an id.
    if (/^h[1-6]$/.test(node.nodeName))
      for (const id of ['', attribute(node, 'id')]) if (id !== undefined) add('heading', `${node.nodeName}#${id}`);
    if (node.nodeName === 'a' && attribute(node, 'href') && !isLabel(node))
      add('link', linkOf(attribute(node, 'href')));
    if (node.nodeName === 'img') add('image', attribute(node, 'alt') ?? '');
    if (/^t[dh]$/.test(node.nodeName)) add('cell', textOf(node).trim());
    if (node.nodeName === 'pre') for (const line of textOf(node).split('\n')) if (line.trim()) add('code', line.trim());
    for (const child of node.childNodes ?? []) visit(child);
  };
  visit(content);
  return facts;
}

function pagesIn(dir) {
  return fs
    .readdirSync(dir, { recursive: true })
    .map((name) => String(name).split(path.sep).join('/'))
    .filter((name) => name.endsWith('.html') && !/^(?:404|~)/.test(name));
}

const totals = [];
for (const [tool, { site, packages, command, out, base, content, repair, type }] of Object.entries(TOOLS)) {
  const root = path.join(folder, tool);
  fs.mkdirSync(root, { recursive: true });
  if (!fs.existsSync(path.join(root, 'node_modules'))) {
    fs.writeFileSync(path.join(root, 'package.json'), JSON.stringify({ private: true, type }));
    execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: root });
  }
  for (const [name, text] of Object.entries(site)) {
    if (name === 'package.json') continue;
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), repair(name, text));
  }
  fs.rmSync(path.join(root, 'moved'), { recursive: true, force: true });
  execFileSync(path.join(root, 'node_modules/.bin', command[0]), command.slice(1), { cwd: root, stdio: 'inherit' });
  execFileSync(process.execPath, [CLI, 'init', '--from', tool], { cwd: root, stdio: 'inherit' });
  const moved = path.join(root, 'moved');
  // Formulas and diagrams need packages that this repository has.
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(moved, 'node_modules'));
  execFileSync(process.execPath, [CLI, 'build', '--strict', '--out', 'dist'], { cwd: moved, stdio: 'inherit' });
  const linkOf = (href, page) => {
    const url = new URL(href, `http://site${base}${page}`);
    const own =
      url.host === 'site' ? url.pathname.replace(base, '/').replace(/(?:index)?(?:\.html)?\/?$/, '') : url.href;
    return (own || '/') + (url.host === 'site' ? decodeURIComponent(url.hash) : '');
  };
  /** Returns the file of a page, or of the one that it redirects to. */
  const fileOf = (route) => {
    const file = path.join(moved, 'dist', route, 'index.html');
    if (!fs.existsSync(file)) return undefined;
    const [, target] = /http-equiv="refresh" content="0; ?url=([^"]+)"/i.exec(fs.readFileSync(file, 'utf8')) ?? [];
    return target ? fileOf(new URL(target, `http://site${base}${route}/`).pathname.replace(base, '')) : file;
  };
  /** Where a link leads now. */
  const targetOf = (link) => {
    const [route = '', hash] = link.split('#');
    const file = route.startsWith('/') && fileOf(route.slice(1));
    if (!file) return link;
    const now = `/${path.relative(path.join(moved, 'dist'), path.dirname(file))}`;
    return hash === undefined ? now : `${now}#${hash}`;
  };
  const read = (file, isWanted) => find(parse(fs.readFileSync(file, 'utf8')), isWanted);
  let [all, lost] = [0, 0];
  const missing = [];
  for (const page of pagesIn(path.join(root, out))) {
    const old = read(path.join(root, out, page), (node) => classes(node).some((one) => content.includes(one)));
    if (!old) continue;
    const route = page.replace(/(?:^|\/)index\.html$/, '').replace(/\.html$/, '');
    const file = fileOf(route);
    // The table of contents is beside the text.
    const now = file && read(file, (node) => node.nodeName === 'body');
    const facts = now ? factsOf(now, (href) => linkOf(href, `${route}/`)) : new Map();
    for (const [fact, count] of factsOf(old, (href) => targetOf(linkOf(href, page)))) {
      all += count;
      const few = Math.max(0, count - (facts.get(fact) ?? 0));
      lost += few;
      if (few > 0) missing.push(`${page}: ${fact}${few > 1 ? ` (${few} times)` : ''}`);
    }
  }
  console.log(missing.join('\n'));
  totals.push(`${tool}: ${lost} of ${all} lost (${((100 * lost) / all).toFixed(1)} %)`);
}
console.log(totals.join('\n'));
