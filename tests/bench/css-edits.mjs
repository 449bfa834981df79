// css-edits.mjs [--count 100] [--seed 1] [--demo NAME]… [--browser PATH]
//   — changes one line of the style sheets of the component and of its demos at a time, and compares what screenshots report with a
//   comparison that shares no code with them: screenshots that Playwright takes of the same states. Prints each edit for which the two
//   differ. Run `npm run build` before it. It copies the site of this repository to `tests/.tmp`.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { loadScreenshots } from './load-screenshots.mjs';
import { createRandom, shuffle } from './random.mjs';
import { compareStates, listDemos, playAll, playSteps, serveFolder } from './steps-mutants/play.mjs';
import { buildSite, copyComponent, copySite, ROOT } from './steps-mutants/project.mjs';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    demo: { type: 'string', multiple: true },
    browser: { type: 'string', default: process.env.CHROME_PATH },
  },
});
const { takeSet, compareSets, screenshotIdentity, SCREENSHOT_FLAGS, offlineFlag } = await loadScreenshots();
const runner = fs.readFileSync(path.join(ROOT, 'lib/browser/check-steps.js'), 'utf8');
const site = path.join(ROOT, 'tests/.tmp/css-edits');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'css-edits-'));
fs.mkdirSync(site, { recursive: true });
copySite(site);
const assets = path.join(copyComponent(site), 'assets');
// The demos give the component another look.
const sheets = [
  ...fs.readdirSync(assets).map((name) => path.join(assets, name)),
  path.join(site, 'demos/shared/demo.less'),
];

const launch = (args) => chromium.launch({ executablePath: options.browser, args: ['--no-sandbox', ...args] });
const plain = await launch(SCREENSHOT_FLAGS);
const prepared = await launch([...SCREENSHOT_FLAGS, offlineFlag()]);
let before;
try {
  const identity = await screenshotIdentity(prepared.version());
  before = await look('before');
  const edits = shuffle(listEdits(), createRandom(Number(options.seed))).slice(0, Number(options.count));
  const sums = { edits: 0, same: 0, differing: 0, missed: 0, extra: 0, unstable: 0 };
  for (const [index, edit] of edits.entries()) {
    const original = fs.readFileSync(edit.file, 'utf8');
    fs.writeFileSync(edit.file, original.slice(0, edit.start) + edit.to + original.slice(edit.end));
    const after = await look(String(index));
    fs.writeFileSync(edit.file, original);
    await judge(edit, before, after, sums);
    after.close();
    fs.rmSync(path.join(work, String(index)), { recursive: true, force: true });
  }
  process.stdout.write(
    `${sums.edits} edits, ${sums.same} change no screenshot; pairs of edit and demo: ${sums.differing} differ, ${sums.missed} missed, ${sums.extra} reported wrongly, ${sums.unstable} unstable\n`,
  );

  /** Builds the site, and takes the screenshots of both kinds. */
  async function look(name) {
    const { out } = await buildSite(site);
    const server = await serveFolder(out);
    const demos = listDemos(out).filter((demo) => !options.demo || options.demo.includes(demo.name));
    const captured = demos.map(({ id, name: title, url }) => ({ demo: id, title, route: '/', url: server.url + url }));
    const { set, findings } = await takeSet(captured, {
      ...{ browser: prepared, runner, identity, folder: path.join(work, name), atOnce: 2, timeout: 60_000 },
      ...{ widths: [1280], colors: ['light'] },
    });
    const states = new Map();
    const shoot = async (demo) => {
      const played = await playSteps(plain, server.url, demo, { screenshots: true, afterSteps: false });
      states.set(demo.id, { ...played, states: played.states.map((state) => ({ ...state, html: '' })) });
    };
    await playAll(demos, shoot);
    return { demos, set, findings, states, shoot, close: () => server.close() };
  }

  /** Compares what the two kinds of screenshots say about an edit. */
  async function judge({ file, line, from, to }, old, now, sum) {
    const { entries } = await compareSets({ before: old.set, after: now.set });
    const reported = new Set(
      entries.filter(({ kind }) => kind !== 'unchanged').map(({ screenshot }) => screenshot.demo),
    );
    const differs = ({ id }) => {
      const [a, b] = [old.states.get(id), now.states.get(id)];
      return Boolean(a.failure) !== Boolean(b.failure) || !compareStates(a.states, b.states);
    };
    // These screenshots do not wait until two of them are equal, so they are repeated before they contradict a screenshot.
    for (const demo of now.demos)
      for (let repeats = 0; repeats < 2 && differs(demo) !== reported.has(demo.id); repeats++) {
        await now.shoot(demo);
      }
    const isDifferent = new Set(now.demos.filter(differs).map(({ id }) => id));
    const unstable = new Map([...now.findings].filter(([, found]) => found.length > 0));
    const missed = [...isDifferent].filter((id) => !reported.has(id) && !unstable.has(id));
    const extra = [...reported].filter((id) => !isDifferent.has(id));
    sum.edits++;
    sum.same += isDifferent.size === 0 ? 1 : 0;
    sum.differing += isDifferent.size;
    sum.missed += missed.length;
    sum.extra += extra.length;
    sum.unstable += unstable.size;
    const notes = [
      missed.length > 0 && `MISSED ${missed.join(' ')}`,
      extra.length > 0 && `EXTRA ${extra.join(' ')}`,
      ...[...unstable].map(([id, found]) => `${id}: ${found.map(({ message }) => message).join('; ')}`),
    ].filter(Boolean);
    process.stdout.write(
      `${sum.edits} ${path.basename(file)}:${line} \`${from}\` → \`${to}\`: ${isDifferent.size} differ, ${reported.size} reported ${notes.join(', ')}\n`,
    );
  }
} finally {
  before?.close();
  await plain.close();
  await prepared.close();
  fs.rmSync(work, { recursive: true, force: true });
}

/** Lists one-line edits of all declarations: removed, a number changed, a color or a keyword replaced. */
function listEdits() {
  return sheets.flatMap((file) => {
    const text = fs.readFileSync(file, 'utf8');
    return [...text.matchAll(/^\s*([\w-]+): ([^;{}\n]+);/gm)].flatMap((match) => {
      const [whole, property, value] = match;
      const from = whole.trim();
      const start = match.index + whole.indexOf(from);
      const line = text.slice(0, start).split('\n').length;
      const replaced = [
        '',
        value.replace(/\d+(?:\.\d+)?/, (number) => String(Number(number) + 1)),
        value.replace(/\d+(?:\.\d+)?/, (number) => String(Number(number) * 2)),
        value.replace(/#[\da-f]{3,8}\b|\b(?:red|blue|green|black|white|gray)\b/i, '#123456'),
        ...['none', 'inherit', 'initial'],
      ].filter((other, index, all) => other !== value && all.indexOf(other) === index);
      return replaced.map((other) => ({
        ...{ file, line, from, start, end: start + from.length },
        to: other === '' ? '' : `${property}: ${other};`,
      }));
    });
  });
}
