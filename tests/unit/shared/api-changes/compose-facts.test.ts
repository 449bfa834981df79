import { describe, expect, it } from 'vitest';
import { composeFacts, type ShownFact } from '../../../../src/shared/api-changes/compose-facts.ts';
import { breakingOf } from '../../../../src/shared/api-changes/is-breaking.ts';
import { cutType } from '../../../../src/shared/api-changes/names.ts';
import type { ApiFact } from '../../../../src/shared/api-history.ts';
import { createRandom } from '../../../helpers/random.ts';

const VERSIONS = ['1.0', '1.1', '1.2', '1.3', '1.4', '1.5'];

/** A fact of `Card#size`. */
const fact = (version: string, change: ApiFact['change'], more: Partial<ApiFact> = {}): ApiFact => ({
  ...{ name: 'Card#size', version, change },
  ...more,
});

/** Returns the changes, each without the name, from a version to the newest. `!` marks breaking ones. */
const changes = (facts: ApiFact[], from = '1.0', to = '1.5'): Record<string, unknown>[] => {
  const composed = composeFacts(facts, { versions: VERSIONS, from, to });
  const breaking = breakingOf(composed);
  return composed.map(({ name: _, change, ...more }) => ({
    change: `${change}${breaking.has({ name: _, change, ...more }) ? '!' : ''}`,
    ...more,
  }));
};
const kinds = (facts: ApiFact[], from?: string, to?: string): string[] =>
  marked(composeFacts(facts, { versions: VERSIONS, from: from ?? '1.0', to: to ?? '1.5' }));

function marked(composed: ShownFact[]): string[] {
  const breaking = breakingOf(composed);
  return composed.map((one) => `${one.change}${breaking.has(one) ? '!' : ''}`);
}

describe('the range', () => {
  const facts = [
    fact('1.1', 'added'),
    fact('1.2', 'required'),
    fact('1.3', 'default', { to: '1' }),
    fact('1.4', 'removed'),
  ];

  it('begins after the earlier version and includes the later one', () => {
    expect(kinds(facts, '1.0', '1.1')).toEqual(['added']);
    expect(kinds(facts, '1.1', '1.2')).toEqual(['required!']);
    expect(kinds(facts, '1.2', '1.3')).toEqual(['default']);
    expect(kinds(facts, '1.1', '1.3')).toEqual(['required!', 'default']);
    expect(kinds(facts, '1.3', '1.5')).toEqual(['removed!']);
    expect(kinds(facts, '1.4', '1.5')).toEqual([]);
  });

  it('is not that of the order of the facts', () => {
    expect(kinds(facts.toReversed(), '1.0', '1.3')).toEqual(['added!']);
    expect(kinds(facts.toReversed(), '1.0', '1.5')).toEqual([]);
  });
});

it('notes between the versions are listed with their version, and change nothing', () => {
  const note = (version: string): ApiFact => fact(version, 'note', { text: `In ${version}.` });
  const facts = [note('1.1'), fact('1.2', 'added'), note('1.2'), fact('1.3', 'removed'), note('1.4')];
  expect(changes(facts, '1.1', '1.4')).toEqual([
    { change: 'note', text: 'In 1.2.', notedIn: '1.2' },
    { change: 'note', text: 'In 1.4.', notedIn: '1.4' },
  ]);
});

describe('a name', () => {
  it('that was added has its newest type and requirement, and may be deprecated', () => {
    const facts = [
      fact('1.1', 'added', { to: 'A' }),
      fact('1.2', 'widened', { from: 'A', to: 'B' }),
      fact('1.3', 'widened', { members: { added: ['x'] } }),
      fact('1.3', 'required'),
      fact('1.4', 'deprecated', { text: 'Use x.' }),
    ];
    expect(changes(facts)).toEqual([
      { change: 'added', to: 'B', required: true },
      { change: 'deprecated', text: 'Use x.' },
    ]);
    expect(kinds([fact('1.1', 'added', { required: true }), fact('1.2', 'optional')])).toEqual(['added']);
    expect(kinds([fact('1.1', 'added', { required: true })])).toEqual(['added!']);
  });

  it('that was removed has the type of the earlier version', () => {
    const facts = [
      fact('1.1', 'widened', { from: 'A', to: 'B' }),
      fact('1.2', 'required'),
      fact('1.3', 'removed', { from: 'B' }),
    ];
    expect(changes(facts)).toEqual([{ change: 'removed', from: 'A' }]);
    expect(changes(facts, '1.1')).toEqual([{ change: 'removed', from: 'B' }]);
    expect(changes([fact('1.1', 'added', { to: 'A' }), fact('1.3', 'removed')], '1.1')).toEqual([
      { change: 'removed', from: 'A' },
    ]);
  });

  it('that was removed and added again is compared if both types are known', () => {
    const removed = fact('1.1', 'removed', { from: 'A' });
    expect(changes([removed, fact('1.3', 'added', { to: 'B' })])).toEqual([{ change: 'changed', from: 'A', to: 'B' }]);
    expect(kinds([removed, fact('1.3', 'added', { to: 'B' })])).toEqual(['changed!']);
    expect(kinds([removed, fact('1.3', 'added', { to: 'A' })])).toEqual([]);
    expect(
      kinds([removed, fact('1.2', 'added', { to: 'B' }), fact('1.3', 'narrowed', { from: 'B', to: 'A' })]),
    ).toEqual([]);
  });

  it('that was removed and added again may be breaking if a type or a requirement is unknown', () => {
    const again = { change: 'again', removedIn: '1.1', againIn: '1.3' };
    expect(changes([fact('1.1', 'removed'), fact('1.3', 'added', { to: 'A' })])).toEqual([again]);
    expect(kinds([fact('1.1', 'removed'), fact('1.3', 'added')])).toEqual(['again!']);
    const required = [fact('1.1', 'removed', { from: 'A' }), fact('1.3', 'added', { to: 'A', required: true })];
    expect(changes(required)).toEqual([{ ...again, required: true }]);
    expect(kinds([fact('1.0', 'added', { to: 'A' }), ...required])).toEqual(['required!']);
    expect(
      changes([fact('1.1', 'removed', { from: 'A', read: true }), fact('1.3', 'added', { to: 'A', read: true })]),
    ).toEqual([{ ...again, read: true }]);
    const twice = [fact('1.1', 'removed'), fact('1.2', 'added'), fact('1.3', 'removed'), fact('1.4', 'added')];
    expect(changes(twice)).toEqual([{ ...again, againIn: '1.4' }]);
  });

  it('that was removed and added again may differ in types that its type names, and in its default value', () => {
    const back = [fact('1.2', 'removed', { from: 'A' }), fact('1.3', 'added', { to: 'A' })];
    expect(kinds([fact('1.1', 'narrowed', { members: { removed: ['x'] } }), ...back])).toEqual(['again!']);
    expect(kinds([...back, fact('1.4', 'changed')])).toEqual(['again!']);
    expect(kinds([fact('1.1', 'default', { from: '1', to: '2' }), ...back])).toEqual(['again!']);
  });

  it('that is passed in one version and read in another may break code in either direction', () => {
    const read = { read: true as const };
    const narrowed = [fact('1.1', 'narrowed', { to: 'B' }), fact('1.2', 'narrowed', { to: 'C', ...read })];
    expect(kinds(narrowed)).toEqual(['changed!']);
    expect(kinds([fact('1.1', 'required'), fact('1.2', 'narrowed', read)])).toEqual(['required!', 'changed!']);
    expect(kinds([fact('1.1', 'optional'), fact('1.2', 'widened', read)])).toEqual(['optional!', 'changed!']);
    expect(kinds([fact('1.1', 'added', read), fact('1.2', 'required', read)])).toEqual(['added']);
  });

  it('that was removed has a replacement only if the later version has it', () => {
    const facts = [
      { name: 'Card#a', version: '1.1', change: 'removed', replacement: 'b' },
      { name: 'Card#b', version: '1.1', change: 'added' },
      { name: 'Card#b', version: '1.3', change: 'removed', replacement: 'c' },
      { name: 'Card#c', version: '1.3', change: 'added' },
      { name: 'Card#c', version: '1.5', change: 'removed' },
    ] as const;
    const replacementIn = (to: string): string | undefined =>
      composeFacts(facts, { versions: VERSIONS, from: '1.0', to }).find(({ name }) => name === 'Card#a')?.replacement;
    expect(['1.2', '1.4', '1.5'].map(replacementIn)).toEqual(['b', 'c', undefined]);
  });

  it('of an export has the replacement that the later version has', () => {
    const facts = [
      { name: 'Panel', version: '1.1', change: 'removed', replacement: 'Box' },
      { name: 'Box', version: '1.1', change: 'added' },
      { name: 'Box', version: '1.3', change: 'removed', replacement: 'Pane' },
      { name: 'Pane', version: '1.3', change: 'added' },
    ] as const;
    const composed = composeFacts(facts, { versions: VERSIONS, from: '1.0', to: '1.4' });
    expect(composed).toContainEqual({ name: 'Panel', change: 'removed', replacement: 'Pane' });
  });

  it('that is deprecated when it is added again is deprecated', () => {
    const facts = [
      fact('1.1', 'removed', { from: 'A' }),
      fact('1.2', 'added', { to: 'A' }),
      fact('1.2', 'deprecated', { text: 'No.' }),
    ];
    expect(changes(facts)).toEqual([{ change: 'deprecated', text: 'No.' }]);
    expect(kinds([fact('1.0', 'added', { to: 'A' }), fact('1.0', 'deprecated'), ...facts])).toEqual([]);
  });

  it('that the library declares itself was a DOM attribute, unless the library declared it earlier', () => {
    expect(kinds([fact('1.1', 'declared'), fact('1.2', 'narrowed', { from: 'A', to: 'B' })])).toEqual([
      'declared',
      'narrowed!',
    ]);
    expect(kinds([fact('1.1', 'declared'), fact('1.2', 'removed')])).toEqual(['removed!']);
    // In between it was a DOM attribute only, and no fact compares the two declarations.
    expect(kinds([fact('1.0', 'added'), fact('1.2', 'declared')])).toEqual(['changed!']);
    expect(kinds([fact('1.1', 'declared'), fact('1.2', 'required')])).toEqual(['declared', 'required!']);
    expect(kinds([fact('1.1', 'declared'), fact('1.2', 'removed'), fact('1.3', 'added', { to: 'A' })])).toEqual([
      'again!',
    ]);
  });
});

it('that the library no longer declares is a DOM attribute, with the type that the facts give it', () => {
  expect(kinds([fact('1.1', 'inherited'), fact('1.1', 'narrowed', { from: 'A', to: 'B' })])).toEqual([
    'narrowed!',
    'inherited',
  ]);
  expect(kinds([fact('1.1', 'inherited'), fact('1.3', 'declared')])).toEqual([]);
  expect(kinds([fact('1.1', 'inherited'), fact('1.3', 'declared'), fact('1.3', 'changed')])).toEqual(['changed!']);
  expect(kinds([fact('1.1', 'declared'), fact('1.3', 'inherited')])).toEqual([]);
  expect(kinds([fact('1.1', 'added'), fact('1.3', 'inherited')])).toEqual([]);
  expect(kinds([fact('1.1', 'deprecated'), fact('1.3', 'inherited')])).toEqual(['inherited']);
});

it('a type whose text was cut may differ from another one with the same text', () => {
  const long = cutType('x'.repeat(500));
  const steps = (text: string) => [
    fact('1.1', 'widened', { from: text, to: 'A' }),
    fact('1.2', 'narrowed', { from: 'A', to: text }),
  ];
  expect(kinds(steps('B'))).toEqual([]);
  expect(kinds(steps(long))).toEqual(['changed!']);
  const again = (text: string) => [fact('1.1', 'removed', { from: text }), fact('1.2', 'added', { to: text })];
  expect(kinds([fact('1.0', 'added', { to: long }), ...again(long)])).toEqual(['again!']);
});

describe('a type', () => {
  const step = (version: string, change: ApiFact['change'], from?: string, to?: string): ApiFact =>
    fact(version, change, { ...(from !== undefined && { from }), ...(to !== undefined && { to }) });

  it('with several changes has the earliest and the newest text', () => {
    expect(changes([step('1.1', 'widened', 'A', 'B'), step('1.2', 'widened', 'B', 'C')])).toEqual([
      { change: 'widened', from: 'A', to: 'C' },
    ]);
    expect(changes([step('1.1', 'narrowed', 'A', 'B'), step('1.2', 'narrowed'), step('1.3', 'narrowed')])).toEqual([
      { change: 'narrowed', from: 'A', to: 'B' },
    ]);
    expect(changes([step('1.1', 'narrowed'), step('1.2', 'narrowed', 'A', 'B')])).toEqual([
      { change: 'narrowed', from: 'A', to: 'B' },
    ]);
  });

  it('that returns to its text is no change, unless a type that it names has changed', () => {
    const there = [step('1.1', 'widened', 'A', 'B'), step('1.2', 'narrowed', 'B', 'A')];
    expect(kinds(there)).toEqual([]);
    expect(kinds(there, '1.0', '1.1')).toEqual(['widened']);
    expect(changes([...there, step('1.3', 'widened')])).toEqual([{ change: 'changed' }]);
    expect(kinds([step('1.1', 'widened'), step('1.2', 'narrowed')])).toEqual(['changed!']);
  });

  it('has the members that differ in the end', () => {
    const facts = [
      fact('1.1', 'changed', { members: { added: ['a', 'b'], removed: ['c', 'd'], changed: ['e', 'f'] } }),
      fact('1.2', 'changed', { members: { added: ['c'], removed: ['a', 'e'], changed: ['b', 'g'] } }),
    ];
    expect(changes(facts)).toEqual([
      { change: 'changed', members: { added: ['b'], removed: ['d', 'e'], changed: ['c', 'f', 'g'] } },
    ]);
  });

  it('that code reads is judged in the other direction', () => {
    const read = { read: true as const };
    const facts = [
      fact('1.1', 'widened', { from: 'A', to: 'B', ...read }),
      fact('1.2', 'widened', { to: 'C', ...read }),
    ];
    expect(kinds(facts)).toEqual(['widened!']);
    expect(kinds([fact('1.1', 'optional', read)])).toEqual(['optional!']);
  });
});

describe('other changes', () => {
  it('that are reversed are none', () => {
    expect(kinds([fact('1.1', 'required'), fact('1.2', 'optional')])).toEqual([]);
    expect(kinds([fact('1.1', 'optional'), fact('1.2', 'required'), fact('1.3', 'optional')])).toEqual(['optional']);
    expect(kinds([fact('1.1', 'deprecated'), fact('1.2', 'undeprecated')])).toEqual([]);
    expect(kinds([fact('1.1', 'undeprecated'), fact('1.2', 'deprecated')])).toEqual([]);
    expect(kinds([fact('1.1', 'default', { to: '1' }), fact('1.2', 'default', { from: '1' })])).toEqual([]);
  });

  it('have the first and the last value, and the last text', () => {
    expect(
      changes([
        fact('1.1', 'default', { from: '1', to: '2' }),
        fact('1.2', 'default', { from: '2', to: '3' }),
        fact('1.1', 'deprecated', { text: 'a' }),
        fact('1.2', 'undeprecated'),
        fact('1.3', 'deprecated', { text: 'b' }),
      ]),
    ).toEqual([
      { change: 'default', from: '1', to: '3' },
      { change: 'deprecated', text: 'b' },
    ]);
  });
});

describe('composed changes of random histories', () => {
  type State = { required: boolean; type: string } | undefined;

  /** Compares two versions of a name. */
  function compare(version: string, older: State, newer: State): ApiFact[] {
    if (!older)
      return newer ? [fact(version, 'added', { to: newer.type, ...(newer.required && { required: true }) })] : [];
    if (!newer) return [fact(version, 'removed', { from: older.type })];
    const { required, type } = newer;
    return [
      ...(required === older.required ? [] : [fact(version, required ? 'required' : 'optional')]),
      ...(type === older.type ? [] : [fact(version, 'changed', { from: older.type, to: type })]),
    ];
  }

  const shape = (facts: readonly Omit<ShownFact, 'name'>[]): unknown =>
    facts.map(({ change, from, to, required }) => [change, from, to, required]).sort();

  it('are those of the direct comparison, or say that a name was removed and added again', () => {
    const random = createRandom(7);
    const state = (): State =>
      random() < 0.4 ? undefined : { required: random() < 0.5, type: 'ABC'.charAt(random() * 3) };
    let [equal, again] = [0, 0];
    for (let round = 0; round < 3000; round += 1) {
      const states = VERSIONS.map(state);
      const facts = VERSIONS.flatMap((version, index) =>
        index === 0 ? [] : compare(version, states[index - 1], states[index]),
      );
      for (const [start, from] of VERSIONS.entries())
        for (const [index, to] of VERSIONS.entries()) {
          if (index <= start) continue;
          const composed = composeFacts(facts, { versions: VERSIONS, from, to });
          const direct = compare(to, states[start], states[index]);
          const isAgain = composed.some(({ change }) => change === 'again');
          if (isAgain) {
            again += 1;
            expect(states[start] && states[index] && states.slice(start, index).includes(undefined)).toBe(true);
            expect(breakingOf(composed).size).toBeGreaterThan(0);
            continue;
          }
          equal += 1;
          // Without an earlier fact, no version says whether the value was required.
          const isOpen = states.slice(start, index).includes(undefined) && states[start] !== undefined;
          if (isOpen) expect(breakingOf(composed).size).toBeGreaterThanOrEqual(Math.min(1, breakingOf(direct).size));
          else expect(shape(composed)).toEqual(shape(direct));
        }
    }
    expect(equal).toBeGreaterThan(10 * again);
    expect(again).toBeGreaterThan(100);
  });
});
