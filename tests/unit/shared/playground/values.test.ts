import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/shared/entities.ts';
import type { Control } from '../../../../src/shared/playground/schema.ts';
import { accepts, firstValue, sameValue } from '../../../../src/shared/playground/values.ts';
import { count, event, flag, node, oneOf, prop, text } from '../../../helpers/playgrounds.ts';

const url: Control = { kind: 'text', isUrl: true };
const width: Control = { kind: 'text', pattern: '\\d+(?:px|%)|auto' };
const object: Control = {
  kind: 'object',
  fields: [
    { name: 'id', control: count, required: true },
    { name: 'name', control: text },
    { name: 'preset', control: text },
  ],
};
const pair: Control = { kind: 'tuple', items: [count, text] };
const list: Control = { kind: 'list', item: count };
const union: Control = { kind: 'union', of: [{ kind: 'union', of: [flag, pair] }, oneOf('a')] };
const parse = (json: string): Json => JSON.parse(json);

describe('accepts', () => {
  it.each<[string, Control, Json[], unknown[]]>([
    ['a choice', oneOf('a', 1, null, false), ['a', 1, null, false], ['A', '1', 0, true, 'null', ['a'], undefined]],
    ['a boolean', flag, [true, false], ['true', 0, null, {}]],
    ['a number', count, [0, -0, -1.5, 1e300], [Number.NaN, Infinity, -Infinity, '1', null, [1]]],
    ['bounds', { kind: 'number', min: -1, max: 2 }, [-1, 0, 2], [-1.1, 2.1]],
    ['text', text, ['', 'a', '\n'], [1, null, ['a'], new String('a')]],
    ['suggestions', { kind: 'text', suggestions: ['a'] }, ['a', 'b', ''], [1]],
    ['a pattern', width, ['1px', '20%', 'auto'], ['', 'px', '1px ', '1px\n', ' 1px', 'x1px', 'autox', 'xauto']],
    ['a pattern with any text', { kind: 'text', pattern: 'a.*' }, ['a', 'a\nb'], ['b', 'ba']],
    ['a node', node, ['', 'a'], [1, null, true, []]],
    [
      'an object',
      object,
      [{ id: 1 }, { name: 'a', id: 1 }],
      [{}, { name: 'a' }, { id: '1' }, { id: 1, x: 1 }, [], [1], null],
    ],
    ['an empty object', { kind: 'object', fields: [] }, [{}], [[], null, { a: 1 }, '']],
    ['a tuple', pair, [[1, 'a']], [[1], [1, 'a', 1], ['a', 1], [], { 0: 1, 1: 'a' }, 'ab']],
    ['a list', list, [[], [1, 2], Array(1000).fill(1)], [['1'], [1, null], {}, '1', Array(1001).fill(1)]],
    ['an event', event, [true], [false, 'true', 1, {}, null]],
    ['a preset', { kind: 'preset' }, [], [true, '', 'Star', null, {}, [], { preset: 'Star' }]],
    ['a union', union, [true, [1, 'a'], 'a'], ['b', [true, 'a'], 1, null]],
    ['a union without parts', { kind: 'union', of: [] }, [], [[], {}, null, '']],
  ])('checks %s', (_, control, valid, invalid) => {
    for (const value of valid) expect(accepts({ control }, value), JSON.stringify(value)).toBe(true);
    for (const value of invalid) expect(accepts({ control }, value as Json), JSON.stringify(value)).toBe(false);
  });

  it('does not look up names on prototypes', () => {
    const strange: Control = { kind: 'object', fields: [{ name: 'constructor', control: text, required: true }] };
    expect(accepts({ control: strange }, {})).toBe(false);
    expect(accepts({ control: strange }, { constructor: 'a' })).toBe(true);
    for (const json of [
      '{"id":1,"__proto__":{}}',
      '{"id":1,"constructor":1}',
      '{"id":1,"toString":"a"}',
      '{"__proto__":{"id":1}}',
    ])
      expect(accepts({ control: object }, parse(json)), json).toBe(false);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'java\r\nscript:alert(1)',
    'javascript\t:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:a',
    'blob:https://example.com/1',
    'filesystem:https://example.com/a',
    'view-source:https://example.com',
    'file:///etc/passwd',
    'mailto:a@example.com',
    'about:blank',
    'http://',
    'http://[',
    '/a\u0000',
    '/a\u0085',
  ])('refuses the address %j', (value) => {
    expect(accepts({ control: url }, value)).toBe(false);
  });
});

describe('firstValue', () => {
  it.each<[string, Control, Json | undefined]>([
    ['the first option', oneOf('b', 'a'), 'b'],
    ['a first option that is null', oneOf(null, 'a'), null],
    ['false', flag, false],
    ['zero', count, 0],
    ['the minimum', { kind: 'number', min: 2 }, 2],
    ['a maximum below zero', { kind: 'number', max: -3 }, -3],
    ['zero between bounds that include it', { kind: 'number', max: 3 }, 0],
    ['a negative minimum', { kind: 'number', min: -3 }, -3],
    ['an empty text', text, ''],
    ['an empty address', url, ''],
    ['the first suggestion', { kind: 'text', suggestions: ['b', 'a'] }, 'b'],
    ['the first suggestion with the pattern', { kind: 'text', suggestions: ['b', '1'], pattern: '\\d' }, '1'],
    ['no text with a pattern', width, undefined],
    ['an empty text with a pattern', { kind: 'text', pattern: '.*' }, ''],
    ['an empty node', node, ''],
    ['the required fields', object, { id: 0 }],
    ['no object', { kind: 'object', fields: [prop('a!', width), prop('b!', text)] }, undefined],
    ['no object with another field', { kind: 'object', fields: [prop('a', width)] }, {}],
    ['items', { kind: 'tuple', items: [list, oneOf(null), pair] }, [[], null, [0, '']]],
    ['no items', { kind: 'tuple', items: [text, width] }, undefined],
    ['an empty list', { kind: 'list', item: width }, []],
    ['an event', event, true],
    ['no preset', { kind: 'preset' }, undefined],
    ['no option', oneOf(), undefined],
    ['the first part with a value', { kind: 'union', of: [{ kind: 'preset' }, width, text, flag] }, ''],
    ['no part', { kind: 'union', of: [width, { kind: 'preset' }] }, undefined],
  ])('returns %s', (_, control, value) => {
    expect(firstValue({ control })).toStrictEqual(value);
    if (value !== undefined) expect(accepts({ control }, value)).toBe(true);
  });

  it('returns a preset if there is no simpler value', () => {
    expect(firstValue(prop('icon', { kind: 'preset' }, ['Star', 'Moon']))).toEqual({ preset: 'Star' });
    expect(firstValue(prop('icon', { kind: 'union', of: [{ kind: 'preset' }, text] }, ['Star']))).toEqual({
      preset: 'Star',
    });
    expect(firstValue(prop('icon', width, ['Star']))).toEqual({ preset: 'Star' });
    expect(firstValue(prop('icon', text, ['Star']))).toBe('');
  });
});

describe('sameValue', () => {
  it.each<[unknown, unknown, boolean]>([
    [1, 1, true],
    [0, -0, true],
    [1, '1', false],
    [null, undefined, false],
    [undefined, undefined, true],
    [[1, { a: [] }], [1, { a: [] }], true],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [{ a: undefined }, { b: 1 }, false],
    [[], {}, false],
    [['a'], { 0: 'a' }, false],
    [null, {}, false],
    [[1, 2], [2, 1], false],
    [{}, parse('{"__proto__":{}}'), false],
    [{ toString: 1 }, { a: 1 }, false],
  ])('compares %j with %j', (a, b, same) => {
    expect(sameValue(a, b)).toBe(same);
    expect(sameValue(b, a)).toBe(same);
  });
});
