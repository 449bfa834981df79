// Moves a repository with stories of Storybook, in a copy: how many are found, rendered and clean, and which addresses are kept.
// node tests/bench/moving.mjs <folder> [--sitemap <index.json, sitemap or list of URLs>] [--check] [--keep]
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { args } from './lib.mjs';

const MOST_BUILDS = 12;
const CLI = path.resolve(import.meta.dirname, '../../bin/cascader-docs.js');
const STORY_FILE = /\.(?:stories|story)\.[cm]?[jt]sx?$/;
const {
  _: [folder],
  sitemap,
  check = false,
  keep = false,
} = args();
if (!folder) throw new Error('node tests/bench/moving.mjs <folder> [--sitemap <file>] [--check] [--keep]');

/** Copies a folder; its `node_modules` are links. */
function copy(from, to) {
  fs.mkdirSync(to, { recursive: true });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.name === 'node_modules') fs.symlinkSync(source, target);
    else if (entry.isDirectory() && !['.git', 'dist', 'storybook-static'].includes(entry.name)) copy(source, target);
    else if (entry.isFile()) fs.copyFileSync(source, target);
  }
}

function run(...given) {
  const begin = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, [CLI, ...given], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { text: stdout + stderr, status, seconds: (performance.now() - begin) / 1000 };
}

function storiesOf(index) {
  const entries = Object.values(JSON.parse(fs.readFileSync(index, 'utf8')).entries);
  return entries.filter(({ type }) => type === 'story');
}

function filesBelow(dir) {
  return fs.readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(dir, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(name);
    return entry.isFile() ? [name] : [];
  });
}

/** Names that a file of stories exports, at most: some may be no stories. */
function exportsIn(file) {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(/^export\s+(?:const|let|var|function)\s+(\w+)/gm)].map(([, name]) => name);
}

/** Removes what an error is about, and returns the stories that are lost with it. */
function leaveOut({ file, demo, message }) {
  const full = path.join(root, file);
  const names = STORY_FILE.test(file) && fs.existsSync(full) ? exportsIn(file) : [];
  const name = names.find((one) => demo?.endsWith(`-${one.toLowerCase()}`)) ?? /The story `(\w+)`/.exec(message)?.[1];
  if (name && names.includes(name)) {
    const text = fs.readFileSync(full, 'utf8');
    fs.writeFileSync(
      full,
      text.replace(new RegExp(`^export\\s+(?=(?:const|let|var|function)\\s+${name}\\b)`, 'm'), ''),
    );
    return [`${file}#${name}`];
  }
  if (names.length === 0) return [];
  fs.rmSync(full);
  return names.map((one) => `${file}#${one}`);
}

/** Errors with the file of their story. Errors elsewhere name the demos that they break. */
function errorsIn(text) {
  const blocks = text.split(/\n(?=\S+:\d+:\d+ - )/);
  return blocks.flatMap((block) => {
    const [, file, message] = /^(\S+?):\d+:\d+ - error (.*)/m.exec(block) ?? [];
    if (!file) return [];
    const [, demo] = /\bdemo (\S+)/.exec(message) ?? [];
    const [, embedded] = /embedded at (\S+?):\d+/.exec(block) ?? [];
    return [{ file: STORY_FILE.test(file) ? file : (embedded ?? file), demo, message }];
  });
}

/** Number of stories that threw when the site was built. */
function onlyInBrowser(text) {
  const found = text.matchAll(/ - warning CD501: (?:The demo \S+|(\d+) demos) cannot be rendered on the server/g);
  return [...found].reduce((sum, [, count = 1]) => sum + Number(count), 0);
}

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'moving-'));
copy(path.resolve(folder), root);
const hasConfig = fs.readdirSync(root).some((name) => /^cascader-docs\.config\./.test(name));
if (!hasConfig && fs.existsSync(path.join(root, '.storybook'))) console.log(run('init').text.trim());
else if (!hasConfig) {
  fs.writeFileSync(
    path.join(root, 'cascader-docs.config.ts'),
    "export default { stories: '**/*.@(stories|story).@(tsx|jsx|ts|js)' };\n",
  );
  fs.mkdirSync(path.join(root, 'docs'), { recursive: true });
  fs.writeFileSync(path.join(root, 'docs/index.md'), '# Stories\n');
}
if (!fs.existsSync(path.join(root, 'package.json')))
  fs.writeFileSync(path.join(root, 'package.json'), '{"type":"module"}\n');
const total = { files: filesBelow(root).filter((name) => STORY_FILE.test(name)).length };
const lost = new Map();
let built;
for (let round = 0; round < MOST_BUILDS; round++) {
  built = run('build', '--out', 'moved');
  if (built.status === 0) break;
  const errors = errorsIn(built.text);
  const found = errors.flatMap((error) => leaveOut(error).map((story) => [story, error.message]));
  for (const [story, message] of found) lost.set(story, message);
  if (found.length > 0) continue;
  console.log(built.text);
  break;
}
const index = path.join(root, 'moved/index.json');
const shown = fs.existsSync(index) ? storiesOf(index) : [];
const stories = shown.length + lost.size;
const share = (count, of = stories) => `${count} (${((100 * count) / Math.max(of, 1)).toFixed(1)} %)`;
const rows = {
  'files of stories': total.files,
  stories,
  rendered: share(shown.length),
  'of these only in the browser': onlyInBrowser(built.text),
  'seconds of the last build': built.seconds.toFixed(1),
};
if (check && built.status === 0) {
  const checked = run('check', '--reporter', 'json=moved-check.json', '--no-cache');
  const { demos } = JSON.parse(fs.readFileSync(path.join(root, 'moved-check.json'), 'utf8'));
  rows.clean = share(demos.filter(({ findings }) => findings.length === 0).length, demos.length);
  rows['seconds of check'] = checked.seconds.toFixed(1);
  for (const { id, findings } of demos) for (const { message } of findings) console.log(`${id}: ${message}`);
}
if (typeof sitemap === 'string' && sitemap.endsWith('.json')) {
  const known = new Set(shown.map(({ id }) => id));
  const old = storiesOf(sitemap).map(({ id }) => id);
  rows['addresses kept'] = share(old.filter((id) => known.has(id.split(':')[0])).length, old.length);
} else if (sitemap) {
  const { text } = run('build', '--out', 'moved', '--against', path.resolve(sitemap));
  rows['addresses kept'] = /\d.*routes.*/.exec(text)?.[0] ?? text.trim().split('\n').at(-1);
}
for (const [story, message] of lost) console.log(`${story}: ${message}`);
console.log(
  Object.entries(rows)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n'),
);
if (keep) console.log(root);
else fs.rmSync(root, { recursive: true, force: true });
