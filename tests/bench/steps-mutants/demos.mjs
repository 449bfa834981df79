// Mutants of demos: in each round, every demo is replaced by one of its mutants, and the site is built once.
import fs from 'node:fs';
import path from 'node:path';
import { createRandom } from '../random.mjs';
import { applyMutant, groupBy, listMutants, shuffleMutants } from './mutate.mjs';
import { compareStates, listDemos, playAll, playSteps, serveFolder } from './play.mjs';
import { buildSite, checkSite, findTypeErrors } from './project.mjs';

/** Rules of findings, by what detects a mutant. All others belong to messages of the console, hydration and crashes. */
const RULES = { step: 'steps', screenshot: 'screenshots' };

/** Returns the mutants of each demo with what detected them. */
export async function measureDemos({ folder, browser, demo: only, count, seed, screenshots }) {
  const { out, wrong } = await buildSite(folder);
  if (!out) throw new Error(`Demos have errors without mutants: ${[...wrong].join(', ')}`);
  const original = await play({ browser, out, wanted: only });
  const demos = original.demos;
  const failed = demos.filter(({ id }) => original.results.get(id).failure);
  if (failed.length > 0) throw new Error(`Steps fail without mutants: ${failed.map(({ id }) => id).join(', ')}`);
  const sources = new Map(demos.map(({ name }) => [name, fs.readFileSync(fileOf(folder, name), 'utf8')]));
  const { chosen, spare } = await chooseMutants({ folder, sources, count, seed });
  if (screenshots) await checkSite(folder, idsOf(demos), { screenshots });

  // With a step that fails, the remaining checks are not needed.
  for (let round = 0; round < count; round++) {
    const out = await buildRound({ folder, sources, chosen, spare, round });
    const played = demos.filter(({ name }) => chosen.get(name)[round]);
    const { results } = await play({ browser, out, ids: idsOf(played) });
    for (const { id, name } of played) note(chosen.get(name)[round], results.get(id), original.results.get(id));
    progress(`round ${round + 1}`, chosen);
  }
  for (;;) {
    const open = demos.filter(({ name }) => nextOpen(chosen.get(name)));
    if (open.length === 0) break;
    write(folder, sources, chosen, nextOpen);
    const findings = await checkSite(folder, idsOf(open), { screenshots });
    for (const { id, name } of open) noteFindings(nextOpen(chosen.get(name)), findings.get(id));
    progress('check', chosen);
  }
  for (const [name, source] of sources) fs.writeFileSync(fileOf(folder, name), source);
  return [...chosen].map(([name, mutants]) => ({ name, mutants }));
}

/** Builds the site with a mutant of each demo. A mutant with which a demo cannot be built is replaced by another one. */
async function buildRound({ folder, sources, chosen, spare, round }) {
  for (;;) {
    write(folder, sources, chosen, (mutants) => mutants[round]);
    const { out, wrong } = await buildSite(folder);
    if (out) return out;
    for (const name of wrong) chosen.get(name).splice(round, 1, ...spare.get(name).splice(0, 1));
  }
}

/** Chooses mutants without type errors. Returns the others of each demo as spare ones. */
async function chooseMutants({ folder, sources, count, seed }) {
  const all = [...sources].flatMap(([name, source]) =>
    shuffleMutants(listMutants(source), createRandom(seed)).map((mutant, index) => {
      const file = path.join(folder, 'demos', `${name}.mutant-${index}.tsx`);
      fs.writeFileSync(file, applyMutant(source, mutant));
      return { name, file, mutant };
    }),
  );
  const wrong = new Set(
    await findTypeErrors(
      folder,
      all.map(({ file }) => file),
    ),
  );
  for (const { file } of all) fs.rmSync(file);
  const valid = groupBy(
    all.filter(({ file }) => !wrong.has(file)),
    ({ name }) => name,
  );
  const part = (start, end) =>
    new Map([...valid].map(([name, list]) => [name, list.slice(start, end).map(({ mutant }) => ({ ...mutant }))]));
  return { chosen: part(0, count), spare: part(count) };
}

async function play({ browser, out, ids, wanted }) {
  const site = await serveFolder(out);
  // A demo that is embedded twice is played once.
  const byName = new Map(listDemos(out).map((demo) => [demo.name, demo]));
  const demos = [...byName.values()].filter(({ id, name }) =>
    ids ? ids.includes(id) : !wanted || wanted.includes(name),
  );
  const results = new Map();
  await playAll(demos, async (demo) => {
    results.set(demo.id, await playSteps(browser, site.url, demo, { screenshots: true }));
  });
  site.close();
  return { demos, results };
}

/** Notes what the played steps show of a mutant. */
function note(mutant, { failure, messages, states }, original) {
  const known = new Set(original.messages);
  const news = messages.filter((message) => !known.has(message));
  if (failure) Object.assign(mutant, { detected: 'steps', by: failure.name || failure.message });
  else if (news.length > 0) Object.assign(mutant, { detected: 'console', by: news[0].slice(0, 80) });
  else if (compareStates(states, original.states)) mutant.detected = 'nothing';
}

function noteFindings(mutant, findings = []) {
  const [first] = findings.filter(({ rule }) => rule !== 'stale');
  mutant.checked = true;
  if (!first) return;
  mutant.detected = RULES[first.rule] ?? (first.rule.startsWith('axe') || first.impact ? 'axe' : 'console');
  mutant.by = first.message.slice(0, 80);
}

const nextOpen = (mutants) => mutants.find(({ detected, checked }) => !detected && !checked);
const idsOf = (demos) => demos.map(({ id }) => id);
const fileOf = (folder, name) => path.join(folder, 'demos', `${name}.tsx`);

/** Writes a mutant of each demo, or its original text. */
function write(folder, sources, chosen, choose) {
  for (const [name, source] of sources) {
    const mutant = choose(chosen.get(name));
    fs.writeFileSync(fileOf(folder, name), mutant ? applyMutant(source, mutant) : source);
  }
}

function progress(what, chosen) {
  const all = [...chosen.values()].flat();
  const counts = [...groupBy(all, ({ detected }) => detected ?? 'open')];
  process.stderr.write(`${what}: ${counts.map(([detected, list]) => `${detected} ${list.length}`).join(', ')}\n`);
}
