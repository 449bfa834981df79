// Compares the HTML of printed code with that of the demo, for random states.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { createRandom } from '../random.mjs';
import { originalOf } from './libraries.mjs';

const STATES = 50;
const SEED = 34;

const TEXTS = ['Text', '', ' two  spaces ', "it's", '"quoted"', '<b> & {braces}', '\\ back\nline', 'é 漢 😀', 'a'];
const NUMBERS = [0, 1, 2, 3, 7, 12, 0.5, -1];

function randomValue(control, random, depth = 0) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  switch (control.kind) {
    case 'choice':
      return pick(control.options).value;
    case 'boolean':
      return random() < 0.5;
    case 'number':
      return pick(NUMBERS);
    case 'node':
      return pick(TEXTS);
    case 'text':
      return pick([...TEXTS, ...(control.suggestions ?? [])]);
    case 'event':
      return true;
    case 'union':
      return randomValue(pick(control.of), random, depth);
    case 'tuple':
      return control.items.map((item) => randomValue(item, random, depth + 1));
    case 'list':
      return Array.from({ length: Math.floor(random() * 3) }, () => randomValue(control.item, random, depth + 1));
    case 'object':
      return Object.fromEntries(
        control.fields.flatMap((field) => {
          if (!field.required && random() < 0.6) return [];
          return [[field.name, randomValue(field.control, random, depth + 1)]];
        }),
      );
    default:
      return undefined;
  }
}

function randomStates(shared, { schema, initial }, random) {
  const states = [initial];
  let memory = { state: initial, removed: {} };
  for (let step = 0; states.length < STATES && step < STATES * 20; step++) {
    const names = shared.namesOf(schema);
    const name = names[Math.floor(random() * names.length)];
    const prop = shared.controlOf(schema, name);
    const value = random() < 0.25 ? undefined : randomValue(prop.control, random);
    const next = shared.choose(schema, memory, name, value);
    if (!next) continue;
    memory = next;
    if (!states.some((state) => JSON.stringify(state) === JSON.stringify(next.state))) states.push(next.state);
  }
  return states;
}

/** Compares the HTML of the printed code with that of the demo with the props of the state. */
export async function compareStates({ home, required, shared }, site, library, playgrounds) {
  const folder = path.join(site, 'states');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const random = createRandom(SEED);
  const lines = [];
  const cases = [];
  for (const [number, { id, playground }] of playgrounds.entries()) {
    if (!playground) continue;
    const original = originalOf(library, id);
    fs.writeFileSync(path.join(folder, `demo${number}.tsx`), original);
    const states = randomStates(shared, playground, random);
    for (const [index, state] of states.entries()) {
      const code = shared.printTemplate(playground.template, playground.schema, state);
      fs.writeFileSync(path.join(folder, `s${number}_${index}.tsx`), code);
      cases.push({ id, number, index, state, code });
    }
    lines.push(`[${number}, () => import('./demo${number}.tsx'), [`);
    for (const index of states.keys()) lines.push(`  () => import('./s${number}_${index}.tsx'),`);
    lines.push(']],');
  }
  const outfile = path.join(folder, 'all.cjs');
  const wrapper = library.provider
    ? "export { Wrapper } from '../docs/setup.tsx';"
    : 'export const Wrapper = Fragment;';
  const contents = `import { Fragment, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
${wrapper}
export { createElement, renderToStaticMarkup };
export const all = [${lines.join('\n')}];`;
  await build({
    stdin: { contents, resolveDir: folder, loader: 'tsx' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    outfile,
    logLevel: 'error',
    nodePaths: [path.join(home, 'node_modules')],
  });
  return await renderAll(shared, required(outfile), playgrounds, cases);
}

async function renderAll(shared, { all, Wrapper, createElement, renderToStaticMarkup }, playgrounds, cases) {
  const log = () => undefined;
  const found = {};
  // The printed code of an event is `console.log`.
  const write = console.log;
  console.log = log;
  const html = (Component, props) => {
    try {
      const text = renderToStaticMarkup(createElement(Wrapper, null, createElement(Component, props)));
      // Emotion prints a rule where it is first used.
      return withSortedAttributes(text.replace(/<style[^>]*>.*?<\/style>/gs, ''));
    } catch (error) {
      return `throws ${error.message}`;
    }
  };
  for (const [number, demo, states] of all) {
    const { id, playground } = playgrounds[number];
    const { default: Demo } = await demo();
    const result = { states: states.length, throws: 0, messages: {}, different: [] };
    for (const [index, state] of states.entries()) {
      const one = cases.find((each) => each.number === number && each.index === index);
      const { default: Printed } = await state();
      const props = shared.propsOf(playground, one.state, { presets: {}, log: () => log });
      // Twice, because libraries may throw the first time only, for example for an unknown locale.
      const [printed, played] = [html(Printed, {}), html(Demo, props), html(Printed, {}), html(Demo, props)].slice(2);
      if (printed.startsWith('throws ')) {
        result.throws++;
        result.messages[printed] ??= one.state;
      }
      if (printed !== played) result.different.push({ state: one.state, code: one.code, printed, played });
    }
    found[id] = result;
  }
  console.log = write;
  return found;
}

/** The demo sets its own values first, so the order of attributes may differ. */
function withSortedAttributes(html) {
  return html.replace(/<([\w-]+)((?: [^\s=>]+(?:="[^"]*")?)+)/g, (_, tag, attributes) => {
    const list = attributes.match(/ [^\s=>]+(?:="[^"]*")?/g) ?? [];
    return `<${tag}${list.sort().join('')}`;
  });
}
