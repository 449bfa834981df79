import { describe, expect, it } from 'vitest';
import { propsOf } from '../../../../src/shared/playground/props.ts';
import type { PlaygroundState } from '../../../../src/shared/playground/schema.ts';
import { count, event, flag, node, oneOf, prop, schemaOf, text } from '../../../helpers/playgrounds.ts';

const schema = schemaOf(
  [
    prop('kind', oneOf('a')),
    prop('label', text),
    prop('icon', { kind: 'union', of: [{ kind: 'preset' }, text] }, ['Star', 'Moon', 'toString']),
    prop('children', node, ['Star']),
    prop('onPress', event),
    prop('onOpen', { kind: 'union', of: [event, flag] }),
    prop('options', {
      kind: 'object',
      fields: [
        { name: 'size', control: count },
        { name: 'onEnd', control: event },
        { name: 'preset', control: text },
      ],
    }),
    prop('steps', { kind: 'list', item: { kind: 'tuple', items: [text, { kind: 'union', of: [event, count] }] } }),
  ],
  [prop('kind!', oneOf('b')), prop('only', text)],
);
const star = { type: 'Star' };
const presets = { icon: { Star: star, Moon: () => 'moon' }, children: { Star: 'other' } };
const logs = new Map<string, () => void>();
const log = (name: string): (() => void) => {
  const logged = logs.get(name) ?? (() => {});
  logs.set(name, logged);
  return logged;
};
const props = (state: PlaygroundState, initial: PlaygroundState = {}): Record<string, unknown> =>
  propsOf({ schema, initial }, state, { presets, log });

describe('propsOf', () => {
  it('does not find presets on prototypes', () => {
    expect(props({ icon: { preset: 'toString' } })).toStrictEqual({ icon: undefined });
    const constructorProp = schemaOf([prop('constructor', { kind: 'preset' }, ['name'])]);
    const state = { constructor: { preset: 'name' } } as unknown as PlaygroundState;
    expect(propsOf({ schema: constructorProp, initial: {} }, state, { presets: {}, log })).toStrictEqual({
      constructor: undefined,
    });
  });

  it('logs events, also initial ones', () => {
    const state = { onPress: true, onOpen: true };
    expect(props(state)).toStrictEqual({ onPress: log('onPress'), onOpen: log('onOpen') });
    expect(props(state, state)).toStrictEqual({ onPress: log('onPress'), onOpen: log('onOpen') });
    expect(props({ onOpen: false })).toStrictEqual({ onOpen: false });
    expect(props({}, { onPress: true })).toStrictEqual({ onPress: undefined });
  });

  it('logs events in objects and lists', () => {
    const state = {
      options: { size: 1, onEnd: true },
      steps: [
        ['a', true],
        ['b', 1],
      ],
    };
    const live = {
      options: { size: 1, onEnd: log('options.onEnd') },
      steps: [
        ['a', log('steps.0.1')],
        ['b', 1],
      ],
    };
    expect(props(state)).toStrictEqual(live);
    expect(props(state, state)).toStrictEqual(live);
    expect(state.options.onEnd).toBe(true);
  });

  it('keeps the identity of other values', () => {
    const state = { options: { size: 1 }, steps: [['a', 1]] };
    expect(props(state).options).toBe(state.options);
    expect(props(state).steps).toBe(state.steps);
  });

  it('has nothing of a state that fits no branch', () => {
    expect(props({ label: 'a', srcDoc: '<script>' })).toStrictEqual({});
    expect(props({ label: 1 })).toStrictEqual({});
    expect(props(JSON.parse('{"__proto__":{"label":"a"}}'))).toStrictEqual({});
  });
});
