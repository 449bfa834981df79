import { describe, expect, it } from 'vitest';
import type { PlaygroundSchema } from '../../../../src/shared/playground/schema.ts';
import {
  branchOf,
  choose,
  controlOf,
  isShownIn,
  namesOf,
  type PlaygroundMemory,
  propIn,
  refit,
} from '../../../../src/shared/playground/states.ts';
import { count, event, flag, oneOf, PLAYGROUNDS, prop, schemaOf, text } from '../../../helpers/playgrounds.ts';

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
  it('returns the first branch that a state fits', () => {
    expect(branchOf(union, { kind: 'link', href: '/' })).toBe(0);
    expect(branchOf(union, { tone: 'a', kind: 'button' })).toBe(1);
    expect(branchOf(schemaOf([prop('a', text)], [prop('b', text)]), {})).toBe(0);
  });

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

  it('returns each name once, in the order of the controls', () => {
    expect(namesOf(union)).toEqual(['kind', 'href', 'tone', 'target', 'disabled']);
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

  it('merges equal controls, and is required if all branches that have it require it', () => {
    expect(controlOf(controls, 'same')).toEqual({ control: count, presets: [], required: false });
    expect(controlOf(controls, 'only')).toEqual({ control: flag, presets: [], required: true });
    expect(controlOf(union, 'kind')).toEqual({ control: oneOf('link', 'button'), presets: [], required: true });
  });

  it('merges other controls into a flat union', () => {
    const of = [text, oneOf(1, 2), count, event];
    expect(controlOf(controls, 'mixed')).toEqual({ control: { kind: 'union', of }, presets: [], required: false });
  });

  it('merges presets', () => {
    expect(controlOf(controls, 'icon').presets).toEqual(['Star', 'Moon', 'Sun']);
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

  it('does not change its arguments', () => {
    const start = Object.freeze({
      state: Object.freeze({ kind: 'button', disabled: true }),
      removed: Object.freeze({}),
    });
    expect(choose(union, start, 'href', '/')?.removed).toEqual({ kind: 'button', disabled: true });
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

  it('changes the branch by any of its props', () => {
    expect(choose(union, memory({ kind: 'button', disabled: false }), 'href', '/')).toEqual(
      memory({ kind: 'link', href: '/' }, { kind: 'button', disabled: false }),
    );
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

  it('leaves a branch that requires the prop to unset', () => {
    const schema = schemaOf(
      [prop('a!', text), prop('c', text)],
      [prop('a', text), prop('b!', count)],
      [prop('c', text)],
    );
    expect(choose(schema, memory({ a: 'x', c: 'y' }), 'a', undefined)).toEqual(memory({ c: 'y' }));
    expect(choose(schema, memory({ a: 'x' }), 'a', undefined)).toEqual(memory({ b: 0 }));
    expect(choose(schemaOf([prop('a!', text)]), memory({ a: 'x' }), 'a', undefined)).toBeUndefined();
  });

  it('keeps as many values as possible', () => {
    const schema = schemaOf(
      [prop('a', count), prop('b', count), prop('c', count)],
      [prop('a', count), prop('d', count)],
      [prop('a', count), prop('b', count), prop('d', count)],
    );
    expect(choose(schema, memory({ a: 1, b: 2, c: 3 }), 'd', 4)).toEqual(memory({ a: 1, b: 2, d: 4 }, { c: 3 }));
  });

  it('prefers the current branch, then the first', () => {
    const schema = schemaOf(
      [prop('x!', oneOf(1)), prop('y', oneOf(1, 2))],
      [prop('x!', oneOf(2)), prop('y', oneOf(3)), prop('z!', count)],
      [prop('x!', oneOf(3)), prop('y', oneOf(2, 3))],
    );
    expect(choose(schema, memory({ x: 3 }), 'y', 2)?.state).toEqual({ x: 3, y: 2 });
    expect(choose(schema, memory({ x: 1 }), 'y', 3)?.state).toEqual({ x: 2, y: 3, z: 0 });
  });

  it('skips branches with a required prop that has no value', () => {
    const schema = schemaOf([prop('a', text)], [prop('b!', text), prop('width!', width)], [prop('b!', text)]);
    const set = chooseEach(schema, memory({ a: 'x' }), ['b', 'y']);
    expect(set).toEqual(memory({ b: 'y' }, { a: 'x' }));
    expect(chooseEach(schema, set, ['width', '1px'], ['a', 'z'], ['b', 'y']).state).toEqual({ b: 'y', width: '1px' });
  });

  it('refuses values that no branch accepts, and unknown names', () => {
    const start = memory({ kind: 'button' });
    expect(choose(union, start, 'kind', 'x')).toBeUndefined();
    expect(choose(union, start, 'disabled', 'true')).toBeUndefined();
    expect(choose(union, start, 'x', 1)).toBeUndefined();
    expect(choose(union, start, '__proto__', {})).toBeUndefined();
    expect(choose(union, start, 'constructor', undefined)).toEqual(start);
  });

  it('leaves the current branch one exclusive pair at a time', () => {
    const { schema } = PLAYGROUNDS['exclusive pairs'] as (typeof PLAYGROUNDS)[string];
    const all = chooseEach(schema, memory({ page: 2 }), ['open', true], ['query', 'a'], ['defaultPage', 3]);
    expect(all).toEqual(memory({ open: true, query: 'a', defaultPage: 3 }, { page: 2 }));
    const others = chooseEach(schema, all, ['defaultOpen', false], ['defaultQuery', 'b'], ['label', 'c']);
    expect(others).toEqual(
      memory(
        { label: 'c', defaultPage: 3, defaultOpen: false, defaultQuery: 'b' },
        { page: 2, open: true, query: 'a' },
      ),
    );
    expect(chooseEach(schema, others, ['open', false]).state).toEqual({
      label: 'c',
      open: false,
      defaultPage: 3,
      defaultQuery: 'b',
    });
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

  it('uses the branch that keeps most values', () => {
    const schema = schemaOf([prop('a', text), prop('d', text)], [prop('b', text), prop('c', text)]);
    expect(refit(schema, memory({ a: '1', b: '2', c: '3' }), {}).state).toEqual({ b: '2', c: '3' });
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
