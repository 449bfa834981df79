import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ownValue } from '../../../../src/shared/own-value.ts';
import { readUrl, writeUrl } from '../../../../src/shared/playground/playground-url.ts';
import { printTemplate } from '../../../../src/shared/playground/print.ts';
import { propsOf } from '../../../../src/shared/playground/props.ts';
import type {
  Hole,
  PlaygroundSchema,
  PlaygroundState,
  PropSchema,
  Template,
} from '../../../../src/shared/playground/schema.ts';
import {
  branchOf,
  choose,
  controlOf,
  namesOf,
  type PlaygroundMemory,
  refit,
} from '../../../../src/shared/playground/states.ts';
import { accepts, sameValue } from '../../../../src/shared/playground/values.ts';
import {
  evaluate,
  evaluateElement,
  LOG,
  PLAYGROUNDS,
  presetValuesOf,
  randomValue,
} from '../../../helpers/playgrounds.ts';
import { createRandom } from '../../../helpers/random.ts';

const STEPS = 200;

/** Elements that print their props in other ways than the template of the playground. */
function elementsOf(schema: PlaygroundSchema): Template['parts'][] {
  const names = namesOf(schema);
  const close: Hole = { kind: 'close', tag: 'Box' };
  const child: Hole = { kind: 'child', name: 'children' };
  return [
    ['<Box\n    x', { kind: 'attributes', names, indent: '\n    ' }, '\n  ', close],
    ['<Box x', { kind: 'attributes', names }, '>\n    ', child, '\n  </Box>'],
  ];
}

describe.each(Object.entries(PLAYGROUNDS))('a random walk: %s', (name, playground) => {
  const { schema, initial, template } = playground;
  const random = createRandom(name.length * 7919);
  const elements = elementsOf(schema);
  const live = { presets: presetValuesOf(schema), log: () => LOG };

  /** Returns the errors of a state. One assertion for all of them is faster than one for each. */
  function problemsOf(memory: PlaygroundMemory, step: number): string[] {
    const { state } = memory;
    const query = new URLSearchParams(writeUrl(playground, state)).toString();
    const read = readUrl(playground, new URLSearchParams(query));
    const parts = elements[step % 3];
    const printed = step % 4 === 0 ? printedProblems(state, parts) : [];
    const inOrder = namesOf(schema).filter((name) => Object.hasOwn(state, name));
    const checks: Record<string, boolean> = {
      'fits no branch': branchOf(schema, state) !== undefined,
      'is not in the order of the controls': isDeepStrictEqual(Object.keys(state), inOrder),
      'does not fit again': isDeepStrictEqual(refit(schema, memory, initial), memory),
      [`is not in the address ${query}`]: sameValue(read.state, state) && read.ignored.length === 0,
    };
    return [...Object.keys(checks).filter((check) => !checks[check]), ...printed];
  }

  /** Compiles and runs the printed code, which takes most of the time, so this is not done for each state. */
  function printedProblems(state: PlaygroundState, parts?: Template['parts']): string[] {
    const code = printTemplate(parts ? { ...template, parts } : template, schema, state);
    const props = propsOf({ schema, initial: {} }, state, live);
    const evaluated = parts ? evaluateElement(code) : evaluate(code);
    return isDeepStrictEqual(evaluated, parts ? { x: true, ...props } : props) ? [] : [`has other props than ${code}`];
  }

  it('has valid states only, which addresses and printed code describe', () => {
    let memory: PlaygroundMemory = { state: initial, removed: {} };
    const branches = new Set<number | undefined>();
    for (let step = 0; step < STEPS; step++) {
      const { name, ...prop } = schema.props[random(schema.props.length)] as PropSchema;
      const value = random(4) === 0 ? undefined : randomValue(random, prop);
      const next = choose(schema, memory, name, value);
      const problems = next ? problemsOf(next, step) : [];
      if (next && !sameValue(ownValue(next.state, name), value)) problems.push('does not have the value');
      if (next && value !== undefined && !accepts(controlOf(schema, name), value)) problems.push('is possible');
      if (problems.length > 0) expect.fail(JSON.stringify({ step, memory, name, value, next, problems }, null, 2));
      memory = next ?? memory;
      branches.add(branchOf(schema, memory.state));
    }
    expect(branches.size).toBeGreaterThanOrEqual(Math.min(schema.branches.length, 2));
  });

  it('starts at a valid state, and refuses what it does not know', () => {
    const memory = { state: initial, removed: {} };
    expect(branchOf(schema, initial)).toBeDefined();
    expect(choose(schema, memory, 'unknown', 'a')).toBeUndefined();
    expect(choose(schema, memory, '__proto__', 'a')).toBeUndefined();
    expect(choose(schema, memory, 'hasOwnProperty', true)).toBeUndefined();
  });
});
