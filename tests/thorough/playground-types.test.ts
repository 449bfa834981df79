import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../src/shared/entities.ts';
import { readUrl, writeUrl } from '../../src/shared/playground/playground-url.ts';
import { printTemplate } from '../../src/shared/playground/print.ts';
import type { Playground, PlaygroundState, PropSchema } from '../../src/shared/playground/schema.ts';
import { branchOf, choose, namesOf, type PlaygroundMemory } from '../../src/shared/playground/states.ts';
import { accepts, firstValue, sameValue } from '../../src/shared/playground/values.ts';
import { checkFiles } from '../helpers/library-types/compiler.ts';
import { writeFiles } from '../helpers/library-types/library.ts';
import { type DemoControls, readDemos } from '../helpers/library-types/playgrounds.ts';
import { randomValue } from '../helpers/playgrounds.ts';
import { createRandom } from '../helpers/random.ts';

const FIXTURE = path.resolve(import.meta.dirname, '../fixtures/playground/awkward-props.tsx');
const STEPS = 1000;
/** Number of states of each component that the compiler checks. */
const CHECKED = 60;
const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  jsx: 'react-jsx',
  module: 'esnext',
  target: 'es2023',
};

type Random = ReturnType<typeof createRandom>;

let controls: DemoControls;
let names: string[];

beforeAll(async () => {
  const text = await fs.readFile(FIXTURE, 'utf8');
  const components = new Map<string, string>();
  for (const [, initial = '', name = ''] of text.matchAll(
    /(?:^\/\*\* initial: (.*) \*\/\n)?^export declare (?:function|const) (\w+)/gm,
  ))
    if (!components.has(name)) components.set(name, initial);
  names = [...components.keys()];
  const demos = Array.from(components, ([name, initial]) => [
    name,
    {
      code: `import { ${name} } from 'own';\n\nexport default function Demo(props) {\n  return <${name} ${initial} {...props} />;\n}\n`,
      tag: {},
    },
  ]);
  controls = await readDemos(Object.fromEntries(demos), {
    'src/index.tsx': text,
    'tsconfig.json': JSON.stringify({ compilerOptions: { ...OPTIONS, moduleResolution: 'bundler' } }),
  });
});

/** Returns a value to choose; with undefined, the prop has no value. */
function nextValue(props: readonly PropSchema[], random: Random): Json | undefined {
  const prop = props[random(props.length)] as PropSchema;
  const kind = random(6);
  if (kind === 0) return undefined;
  if (kind === 1) return firstValue(prop);
  const value = randomValue(random, prop);
  return accepts(prop, value) ? value : firstValue(prop);
}

/** Returns all states of a random walk, without duplicates. */
function walk({ schema, initial }: Playground, seed: number): PlaygroundState[] {
  const random = createRandom(seed);
  const found = new Map<string, PlaygroundState>([[JSON.stringify(initial), initial]]);
  const all = namesOf(schema);
  let memory: PlaygroundMemory = { state: initial, removed: {} };
  for (let step = 0; step < STEPS; step++) {
    const name = all[random(all.length)] as string;
    const props = schema.props.filter((prop) => prop.name === name);
    const value = nextValue(props, random);
    memory = choose(schema, memory, name, value) ?? memory;
    found.set(JSON.stringify(memory.state), memory.state);
  }
  return [...found.values()];
}

describe('awkward prop types', () => {
  it('all have controls', () => {
    expect(controls.problems).toEqual([
      'page.md:3:1 warning CD836 The props have 128 combinations of types, so there are controls only for the props that all combinations share',
      'page.md:3:1 info CD837 The controls do not offer `selected={""}`',
    ]);
    expect(names.filter((name) => !controls.playgrounds[name])).toEqual([]);
    expect(names.length).toBeGreaterThanOrEqual(30);
  });

  it('have only states that fit a branch and that the address preserves', () => {
    for (const playground of Object.values(controls.playgrounds)) {
      for (const state of walk(playground, 1)) {
        expect(branchOf(playground.schema, state), `${playground.name} ${JSON.stringify(state)}`).toBeDefined();
        const address = writeUrl(playground, state);
        const read = readUrl(playground, address);
        const text = `${playground.name} ${JSON.stringify(address)}`;
        expect([sameValue(read.state, state), read.ignored], text).toEqual([true, []]);
      }
    }
  });

  it('have only states that compile', async () => {
    const files: Record<string, string> = {
      'printed/wrong.tsx': 'import { ByString } from \'own\';\n\nexport default <ByString kind="button" href="/" />;',
    };
    for (const { name, template, schema, ...rest } of Object.values(controls.playgrounds)) {
      const states = walk({ name, template, schema, ...rest }, 1);
      const nth = Math.max(1, Math.floor(states.length / CHECKED));
      for (const [index, state] of states.entries())
        if (index % nth === 0) files[`printed/${name}${index}.tsx`] = printTemplate(template, schema, state);
    }
    const { folder } = controls;
    await writeFiles(folder, files);
    const { diagnostics } = checkFiles({
      projectRoot: folder,
      root: folder,
      library: { name: 'own', entry: path.join(folder, 'src/index.tsx') },
      files: Object.keys(files).map((file) => path.join(folder, file)),
      blocks: [],
    });
    expect(Object.keys(files).length).toBeGreaterThan(1000);
    const errors = diagnostics.map(
      ({ text, location }) => `${text}\n${files[location?.file ?? '']?.split('\n')[(location?.line ?? 1) - 1]}`,
    );
    // The first file proves that the compiler checks the states.
    expect(errors).toEqual([expect.stringContaining('`<ByString>` has no prop `href`')]);
  });
});
