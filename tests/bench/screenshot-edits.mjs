// screenshot-edits.mjs [--seed 1] [--rounds 10] — what `check --screenshots` finds of 100 edits: 40 that are visible, 30 of one pixel, and 30
//   without an effect. In each round, every demo of a generated site has one edit. Run `npm run build` before it. See screenshots.md.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { createRandom, shuffle } from './random.mjs';

const { values: options } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, rounds: { type: 'string', default: '10' } },
});
const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const folder = path.join(ROOT, 'tests/.tmp/screenshot-edits');
const DEMOS = ['card', 'badge', 'table', 'form', 'alert', 'tabs', 'list', 'stats', 'tags', 'steps'];
/** Number of edits of each kind. A round has one for each demo. */
const COUNTS = { visible: 40, pixel: 30, none: 30 };

const CODE = `import './NAME.css';

const items = ['First', 'Second', 'Third'];
const total = items.length;

export default function Demo() {
  return (
    <div className="NAME">
      <p className="NAME-title">Title of NAME</p>
      <ul className="NAME-items">
        {items.map((item) => (
          <li key={item} className="NAME-item">{item}</li>
        ))}
      </ul>
      <span className="NAME-dot" />
      <button type="button" className="NAME-button">Save {total}</button>
    </div>
  );
}
`;
const STYLE = `.NAME { position: relative; padding: 12px; color: #222222; background: #f4f6fa; border: 1px solid #667788; }
.NAME-title { margin: 0 0 8px; font-size: 16px; font-weight: 600; }
.NAME-items { display: flex; gap: 8px; margin: 0; padding: 0; list-style: none; }
.NAME-item { padding: 4px 8px; background: #dde4f0; border-radius: 4px; }
.NAME-dot { position: absolute; top: 20px; right: 20px; width: 10px; height: 10px; background: #cc3344; }
.NAME-button { margin-top: 8px; padding: 6px 12px; color: #ffffff; background: #224488; border: 0; border-radius: 4px; }
`;

/** Edits: part of a file, and what replaces it. */
const EDITS = {
  visible: [
    ['css', 'color: #222222', 'color: #882222'],
    ['css', 'background: #f4f6fa', 'background: #ffe9c9'],
    ['css', 'font-size: 16px', 'font-size: 19px'],
    ['css', 'font-weight: 600', 'font-weight: 400'],
    ['css', 'gap: 8px', 'gap: 14px'],
    ['css', 'background: #dde4f0', 'background: #c2cde0'],
    ['css', 'border-radius: 4px; }\n.NAME-dot', 'border-radius: 12px; }\n.NAME-dot'],
    ['css', 'background: #cc3344', 'background: #33cc44'],
    ['css', 'background: #224488', 'background: #227788'],
    ['css', '1px solid', '1px dashed'],
    ['css', 'display: flex', 'display: block'],
    ['tsx', 'Title of', 'Titel of'],
    ['tsx', "'Second', ", ''],
    ['tsx', "'First', 'Second'", "'Second', 'First'"],
    ['tsx', '      <span className="NAME-dot" />\n', ''],
    ['tsx', 'Save {total}', 'Save {total + 1}'],
    ['tsx', '<button type="button"', '<button type="button" disabled style={{ opacity: 0.6 }}'],
    ['tsx', '<p className="NAME-title">', '<p className="NAME-title" hidden>'],
  ],
  pixel: [
    ['css', 'padding: 12px;', 'padding: 12px 12px 12px 13px;'],
    ['css', 'gap: 8px', 'gap: 9px'],
    ['css', 'top: 20px', 'top: 21px'],
    ['css', 'right: 20px', 'right: 21px'],
    ['css', 'width: 10px', 'width: 11px'],
    ['css', 'height: 10px', 'height: 9px'],
    ['css', '1px solid', '2px solid'],
    ['css', 'margin-top: 8px', 'margin-top: 9px'],
    ['css', 'margin: 0 0 8px', 'margin: 0 0 7px'],
    ['css', 'padding: 6px 12px', 'padding: 6px 13px'],
    ['css', 'background: #cc3344; }', 'background: linear-gradient(#cc3344 9px, #dd3344 9px); }'],
    ['css', 'border-radius: 4px; }\n.NAME-dot', 'border-radius: 5px; }\n.NAME-dot'],
    ['css', 'background: #f4f6fa', 'background: linear-gradient(#f4f6fa 1px, #f4f6fb 1px 2px, #f4f6fa 2px)'],
  ],
  none: [
    ['css', '#222222', '#222'],
    ['css', 'padding: 4px 8px', 'padding: 4px 8px 4px 8px'],
    ['css', 'color: #222222; background: #f4f6fa;', 'background: #f4f6fa; color: #222222;'],
    ['css', '#ffffff', 'white'],
    ['css', 'border: 0', 'border: 0 none'],
    ['css', '.NAME-title {', '.NAME-unused { color: red; }\n.NAME-title {'],
    ['css', 'margin: 0 0 8px', 'margin: 0 0 8px 0'],
    ['css', '.NAME-dot {', '/* The dot. */\n.NAME-dot {'],
    ['tsx', 'const total = items.length', "const total = items.join(' ').split(' ').length"],
    ['tsx', 'key={item}', "key={'item-' + item}"],
    ['tsx', '(item) =>', '(item, _index) =>'],
    ['tsx', '<div className="NAME">', '<div className="NAME" data-version="2">'],
    ['tsx', 'Title of NAME', "{'Title of NAME'}"],
    ['tsx', '<button type="button"', '<button type="button" onClick={() => undefined}'],
    ['tsx', '<span className="NAME-dot" />', '<span className="NAME-dot" aria-hidden />'],
  ],
};

/** Returns the text of a file of a demo, with an edit if it is in this file. */
function textOf(name, kind, edit) {
  const text = (kind === 'css' ? STYLE : CODE).replaceAll('NAME', name);
  if (edit?.[0] !== kind) return text;
  const [from, to] = edit.slice(1).map((part) => part.replaceAll('NAME', name));
  if (!text.includes(from)) throw new Error(`No ${from} in ${name}.${kind}`);
  return text.replace(from, to);
}

function writeDemos(edits = new Map()) {
  for (const name of DEMOS)
    for (const kind of ['css', 'tsx'])
      fs.writeFileSync(path.join(folder, 'demos', `${name}.${kind}`), textOf(name, kind, edits.get(name)));
}

/** Returns the names of the demos with a changed screenshot, and the seconds. */
async function checkScreenshots(...more) {
  const start = performance.now();
  const tool = [path.join(ROOT, 'bin/cascader-docs.js'), 'check', folder, ...more];
  // The exit code is 1 if there are findings.
  const { stdout, stderr, code } = await run(process.execPath, tool, { maxBuffer: 1e8, cwd: folder }).catch(
    (error) => error,
  );
  if (code > 1) throw new Error(stderr);
  const demos = stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  const changed = demos.filter(({ findings = [] }) => findings.some(({ rule }) => rule === 'screenshot'));
  return {
    changed: new Set(changed.flatMap(({ file }) => (file ? [path.basename(file, '.tsx')] : []))),
    seconds: (performance.now() - start) / 1000,
  };
}

/** Chooses edits of each kind in a random order, each as often as the others. */
function chooseEdits(random) {
  const chosen = Object.entries(COUNTS).flatMap(([kind, count]) => {
    const list = [];
    while (list.length < count) list.push(...shuffle(EDITS[kind], random));
    return list.slice(0, count).map((edit) => ({ kind, edit }));
  });
  return shuffle(chosen, random);
}

fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(path.join(folder, 'docs'), { recursive: true });
fs.mkdirSync(path.join(folder, 'demos'));
fs.writeFileSync(path.join(folder, 'package.json'), '{ "name": "screenshot-edits", "version": "1.0.0" }');
const tags = DEMOS.map((name) => `<code src="../demos/${name}.tsx"></code>\n`);
fs.writeFileSync(path.join(folder, 'docs/index.md'), `# Screenshots\n\n${tags.join('\n')}`);
writeDemos();
const compare = ['--only', 'screenshots', '--against', './accepted'];
await checkScreenshots(...compare);
await checkScreenshots('--accept', '--against', './accepted');

const results = { visible: [], pixel: [], none: [] };
const edits = chooseEdits(createRandom(Number(options.seed)));
for (let round = 0; round < Number(options.rounds); round++) {
  const now = edits.slice(round * DEMOS.length, (round + 1) * DEMOS.length);
  writeDemos(new Map(now.map(({ edit }, at) => [DEMOS[at], edit])));
  const { changed, seconds } = await checkScreenshots(...compare, '--format', 'json');
  for (const [at, { kind, edit }] of now.entries()) results[kind].push({ edit, isFound: changed.has(DEMOS[at]) });
  process.stderr.write(`round ${round + 1}: ${changed.size} changed, ${seconds.toFixed(1)} s\n`);
}
for (const [kind, list] of Object.entries(results)) {
  const found = list.filter(({ isFound }) => isFound);
  process.stdout.write(`| ${kind} | ${list.length} | ${found.length} |\n`);
  for (const { edit } of list.filter(({ isFound }) => isFound === (kind === 'none')))
    process.stdout.write(`  wrong: ${edit.join(' → ')}\n`);
}
