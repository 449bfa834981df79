// Mutants of the component, in code that the steps execute.
import fs from 'node:fs';
import path from 'node:path';
import { createRandom, shuffle } from '../random.mjs';
import { applyMutant, COMPONENT_OPERATORS, groupBy, listMutants } from './mutate.mjs';
import { compareStates, listDemos, playAll, playSteps, serveFolder } from './play.mjs';
import { buildSite, copyComponent } from './project.mjs';

/** Maximum number of demos that are played for a mutant. */
const MOST_DEMOS = 4;

/** Returns the mutants with what detected them. */
export async function measureComponent({ folder, browser, count, seed }) {
  const component = copyComponent(folder);
  const random = createRandom(seed);
  const files = fs
    .readdirSync(path.join(component, 'es'), { recursive: true })
    .filter((file) => file.endsWith('.js'))
    .sort();
  const sources = new Map(files.map((file) => [file, fs.readFileSync(path.join(component, 'es', file), 'utf8')]));
  const sites = [...sources].flatMap(([file, source]) =>
    listMutants(source, { file, operators: COMPONENT_OPERATORS }).map((mutant) => ({ file, ...mutant })),
  );
  const write = (file, text) => fs.writeFileSync(path.join(component, 'es', file), text);

  for (const [file, source] of sources) write(file, instrument(source, file, sites));
  const executed = await play({ folder, browser });
  for (const [file, source] of sources) write(file, source);
  const original = await play({ folder, browser });
  const failed = original.filter(({ failure }) => failure);
  if (failed.length > 0) throw new Error(`Steps fail without mutants: ${failed.map(({ demo }) => demo.id).join(', ')}`);
  const places = sites.filter((site) => executed.some(({ hits }) => hits.includes(idOf(site))));
  const mutants = shuffle(places, random).slice(0, count);
  for (const mutant of mutants) {
    const source = sources.get(mutant.file);
    write(mutant.file, applyMutant(source, mutant));
    const users = executed.filter(({ hits }) => hits.includes(idOf(mutant))).map(({ demo }) => demo.id);
    await judge(mutant, { folder, browser, original, ids: spread(users) });
    write(mutant.file, source);
    process.stderr.write(`${mutant.file} ${mutant.description}: ${mutant.detected ?? 'missed'}\n`);
  }
  return { sites: sites.length, executed: places.length, mutants };
}

/** Plays the demos that execute a mutant. */
async function judge(mutant, { folder, browser, original, ids }) {
  const played = await play({ folder, browser, ids }).catch((error) => error);
  if (played instanceof Error) {
    Object.assign(mutant, { detected: 'build', by: played.message });
    return;
  }
  const failed = played.find(({ failure }) => failure);
  const known = new Set(original.flatMap(({ messages }) => messages));
  const loud = played.find(({ messages }) => messages.some((message) => !known.has(message)));
  if (failed) Object.assign(mutant, { detected: 'steps', by: `${failed.demo.name}, “${failed.failure.name}”` });
  else if (loud) Object.assign(mutant, { detected: 'console', by: loud.demo.name });
  else if (played.every(isSame(original))) mutant.detected = 'nothing';
}

const isSame =
  (original) =>
  ({ demo, states }) =>
    compareStates(states, original.find(({ demo: other }) => other.id === demo.id).states);

/** Returns some of the ids, from the whole list. */
function spread(ids) {
  const every = Math.max(1, Math.ceil(ids.length / MOST_DEMOS));
  return ids.filter((_id, index) => index % every === 0);
}

async function play({ folder, browser, ids }) {
  const { out } = await buildSite(folder);
  if (!out) throw new Error('The site cannot be built');
  const site = await serveFolder(out);
  const results = [];
  const demos = listDemos(out).filter(({ id }) => !ids || ids.includes(id));
  await playAll(demos, async (demo) => {
    results.push({ demo, ...(await playSteps(browser, site.url, demo, { screenshots: true })) });
  });
  site.close();
  return results;
}

const idOf = ({ file, start, end, operator }) => `${file}:${start}:${end}:${operator}`;

/** Wraps each expression that a mutant changes, so that it notes that it runs. */
function instrument(source, file, sites) {
  const ranges = sites.filter((site) => site.file === file);
  const before = groupBy(ranges, ({ start }) => start);
  const after = groupBy(ranges, ({ end }) => end);
  let text = '';
  for (let at = 0; at <= source.length; at++) {
    text += ')'.repeat(2 * (after.get(at)?.length ?? 0));
    // Longer expressions begin first.
    for (const site of (before.get(at) ?? []).sort((a, b) => b.end - a.end))
      text += `((globalThis.mutantHits ??= new Set()).add(${JSON.stringify(idOf(site))}), (`;
    text += source[at] ?? '';
  }
  return text;
}
