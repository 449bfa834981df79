import { describe, expect, it } from 'vitest';
import type { PlaygroundSchema } from '../../../../src/shared/playground/schema.ts';
import {
  branchOf,
  choose,
  controlOf,
  isShownIn,
  type PlaygroundMemory,
  propIn,
  refit,
} from '../../../../src/shared/playground/states.ts';
import { count, event, flag, oneOf, prop, schemaOf, text } from '../../../helpers/playgrounds.ts';

const link = [prop('kind!', oneOf('link')), prop('href!', text), prop('tone', text), prop('target', text)];
const button = [prop('kind!', oneOf('button')), prop('disabled', flag), prop('tone', text)];
const union = schemaOf(link, button);
const width = { kind: 'text', pattern: '\\d+px' } as const;

const memory = (state: PlaygroundMemory['state'], removed: PlaygroundMemory['removed'] = {}): PlaygroundMemory => ({
  state,
  removed,
});

/** Applies changes one after the other. All of them must be possible. */
function chooseEach(
  schema: PlaygroundSchema,
  start: PlaygroundMemory,
  ...changes: Parameters<typeof choose> extends [unknown, unknown, infer Name, infer Value] ? [Name, Value][] : never
): PlaygroundMemory {
  return changes.reduce((current, [name, value]) => {
    const next = choose(schema, current, name, value);
    if (!next) throw new Error(`impossible: ${name}`);
    return next;
  }, start);
}

describe('branchOf', () => {
  it.each([
    ['a required prop is missing', { kind: 'link' }],
    ['a prop belongs to another branch', { kind: 'button', href: '/' }],
    ['a prop is unknown', { kind: 'button', x: 1 }],
    ['a name is on a prototype', { kind: 'button', constructor: 'a' }],
    ['a value is invalid', { kind: 'button', disabled: 'true' }],
    ['no branch has the value', { kind: 'x' }],
  ])('has no branch if %s', (_, state) => {
    expect(branchOf(union, state)).toBeUndefined();
  });
});

describe('propIn and namesOf', () => {
  it('finds the prop of a branch', () => {
    expect(propIn(union, 0, 'kind')).toBe(union.props[0]);
    expect(propIn(union, 1, 'kind')?.control).toEqual(oneOf('button'));
    expect(propIn(union, 0, 'tone')).toBe(propIn(union, 1, 'tone'));
    expect(propIn(union, 1, 'href')).toBeUndefined();
    expect(propIn(union, 2, 'kind')).toBeUndefined();
    expect(propIn(union, 0, 'constructor')).toBeUndefined();
  });
});

describe('controlOf', () => {
  const controls = schemaOf(
    [
      prop('choice!', oneOf('a', 'b')),
      prop('same!', count),
      prop('mixed', { kind: 'union', of: [text, { kind: 'union', of: [oneOf(1), count] }] }),
      prop('icon', { kind: 'preset' }, ['Star', 'Moon']),
      prop('only!', flag),
    ],
    [
      prop('choice!', oneOf('b', 'c')),
      prop('same', count),
      prop('mixed!', { kind: 'union', of: [oneOf(2, 1), text, event] }),
      prop('icon', { kind: 'preset' }, ['Moon', 'Sun']),
    ],
  );

  it('merges choices', () => {
    expect(controlOf(controls, 'choice')).toEqual({ control: oneOf('a', 'b', 'c'), presets: [], required: true });
  });
});

describe('choose', () => {
  it('sets props and removes them, in the order of the controls', () => {
    const set = chooseEach(union, memory({ kind: 'button' }), ['disabled', true], ['tone', 'a']);
    expect(Object.entries(set.state)).toEqual([
      ['kind', 'button'],
      ['tone', 'a'],
      ['disabled', true],
    ]);
    expect(choose(union, set, 'disabled', undefined)).toEqual(memory({ kind: 'button', tone: 'a' }));
  });

  it('changes the branch, and restores values that it removed', () => {
    const start = memory({ kind: 'link', href: '/a', tone: 't', target: '_top' });
    const other = chooseEach(union, start, ['kind', 'button']);
    expect(other).toEqual(memory({ kind: 'button', tone: 't' }, { href: '/a', target: '_top' }));
    const edited = chooseEach(union, other, ['disabled', true], ['tone', undefined]);
    expect(edited.removed).toEqual({ href: '/a', target: '_top' });
    const back = chooseEach(union, edited, ['kind', 'link']);
    expect(back).toEqual(memory({ kind: 'link', href: '/a', target: '_top' }, { disabled: true }));
  });

  it('forgets removed values of a prop that the reader clears', () => {
    const other = memory({ kind: 'button' }, { href: '/a', target: '_top' });
    const unset = chooseEach(union, other, ['target', undefined]);
    expect(unset.removed).toEqual({ href: '/a' });
    expect(chooseEach(union, unset, ['kind', 'link']).state).toEqual({ kind: 'link', href: '/a' });
    expect(chooseEach(union, other, ['href', '/b'])).toEqual(
      memory({ kind: 'link', href: '/b', target: '_top' }, { href: '/a', kind: 'button' }),
    );
  });

  it('does not restore values while the branch stays', () => {
    const pair = schemaOf([prop('a', count), prop('c', count)], [prop('b', count), prop('c', count)]);
    const one = chooseEach(pair, memory({ a: 1 }), ['b', 2]);
    expect(one).toEqual(memory({ b: 2 }, { a: 1 }));
    const none = chooseEach(pair, one, ['b', undefined]);
    expect(none).toEqual(memory({}, { a: 1 }));
    expect(chooseEach(pair, none, ['c', 3])).toEqual(memory({ c: 3 }, { a: 1 }));
    expect(chooseEach(pair, one, ['c', 3], ['a', 4])).toEqual(memory({ a: 4, c: 3 }, { a: 1, b: 2 }));
  });

  it('gives required props their remembered value, otherwise the first one', () => {
    const types = schemaOf(
      [prop('multiple', oneOf(false)), prop('value!', text)],
      [prop('multiple!', oneOf(true)), prop('value!', { kind: 'list', item: text })],
    );
    const list = chooseEach(types, memory({ value: 'a' }), ['multiple', true]);
    expect(list).toEqual(memory({ multiple: true, value: [] }, { value: 'a' }));
    expect(chooseEach(types, list, ['multiple', false]).state).toEqual({ multiple: false, value: 'a' });
    expect(chooseEach(types, list, ['multiple', undefined]).state).toEqual({ value: 'a' });
    const edited = chooseEach(types, list, ['value', ['b']], ['multiple', false]);
    expect(edited).toEqual(memory({ multiple: false, value: 'a' }, { value: ['b'] }));
    expect(chooseEach(types, edited, ['multiple', true]).state).toEqual({ multiple: true, value: ['b'] });
    expect(chooseEach(types, memory({ value: ['b'], multiple: true }), ['multiple', false]).state.value).toBe('');
  });

  it('refuses values that no branch accepts, and unknown names', () => {
    const start = memory({ kind: 'button' });
    expect(choose(union, start, 'kind', 'x')).toBeUndefined();
    expect(choose(union, start, 'disabled', 'true')).toBeUndefined();
    expect(choose(union, start, 'x', 1)).toBeUndefined();
    expect(choose(union, start, '__proto__', {})).toBeUndefined();
    expect(choose(union, start, 'constructor', undefined)).toEqual(start);
  });
});

describe('refit', () => {
  it('keeps a state that fits', () => {
    const start = memory({ kind: 'link', href: '/' }, { disabled: true });
    expect(refit(union, start, { kind: 'button' })).toEqual(start);
  });

  it('drops values that no longer fit, and adds values of required props', () => {
    const schema = schemaOf([
      prop('kind!', oneOf('link')),
      prop('href!', count),
      prop('rel!', text),
      prop('tone', text),
    ]);
    expect(
      refit(schema, memory({ kind: 'link', href: '/', tone: 'a', x: 1 }), { kind: 'link', href: 1, rel: '' }),
    ).toEqual(memory({ kind: 'link', href: 0, rel: '', tone: 'a' }, { href: '/', x: 1 }));
  });

  it('falls back to the initial state', () => {
    const schema = schemaOf([prop('width!', width)]);
    expect(refit(schema, memory({ a: 1 }, { b: 1 }), { width: '1px' })).toEqual(memory({ width: '1px' }));
  });
});

describe('isShownIn', () => {
  it.each([
    [{}, [false, true]],
    [{ truthy: false }, [true, false]],
    [{ exists: true }, [false, true]],
    [{ exists: false }, [true, false]],
    [{ eq: 'a' }, [false, true]],
    [{ neq: 'a' }, [true, false]],
  ])('meets the condition %j', (test, expected) => {
    const schema = schemaOf([prop('tone', text), { ...prop('size', text), when: { arg: 'tone', ...test } }]);
    const states: PlaygroundMemory['state'][] = [{}, { tone: 'a' }];
    expect(states.map((state) => isShownIn(state, schema, 'size'))).toEqual(expected);
    expect(isShownIn({}, schema, 'tone')).toBe(true);
  });
});
