import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/shared/entities.ts';
import { readUrl, writeUrl } from '../../../../src/shared/playground/playground-url.ts';
import { printTemplate } from '../../../../src/shared/playground/print.ts';
import { propsOf } from '../../../../src/shared/playground/props.ts';
import type { Control, PlaygroundState } from '../../../../src/shared/playground/schema.ts';
import { branchOf, namesOf } from '../../../../src/shared/playground/states.ts';
import { sameValue } from '../../../../src/shared/playground/values.ts';
import {
  count,
  event,
  flag,
  LOG,
  node,
  oneOf,
  PLAYGROUNDS,
  playgroundOf,
  presetValuesOf,
  prop,
  schemaOf,
  text,
} from '../../../helpers/playgrounds.ts';

const options: Control = { kind: 'object', fields: [{ name: 'a', control: count, required: true }, prop('b', text)] };
const mixed: Control = { kind: 'union', of: [text, count, flag, oneOf(null), { kind: 'list', item: text }] };
const box = playgroundOf(
  schemaOf([
    prop('label!', text),
    prop('size', oneOf('s', 'l', 3)),
    prop('disabled', flag),
    prop('mixed', mixed),
    prop('icon', { kind: 'union', of: [{ kind: 'preset' }, count] }, ['Star', '1', 'undefined', 'constructor']),
    prop('title', text, ['Star']),
    prop('options', options),
    prop('href', { kind: 'text', isUrl: true }),
    prop('list', { kind: 'list', item: count }),
    prop('children', node),
    prop('onPress', event),
  ]),
  { label: 'Save', size: 's', disabled: true },
);
const tabs = playgroundOf(
  schemaOf(
    [prop('kind!', oneOf('link')), prop('href!', text), prop('tone', text)],
    [prop('kind!', oneOf('button')), prop('disabled', flag), prop('tone', text)],
    [prop('kind', oneOf('icon')), prop('width!', { kind: 'text', pattern: '\\d+' }), prop('height!', count)],
  ),
  { kind: 'link', href: '/', tone: 'a' },
);
const read = (query: string, playground = box): ReturnType<typeof readUrl> =>
  readUrl(playground, new URLSearchParams(query));

describe('writeUrl', () => {
  it.each<[string, Json, string]>([
    ['label', '5', '5'],
    ['label', 'null', 'null'],
    ['label', '"a"', '"\\"a\\""'],
    ['label', '{"a":1}', '{"a":1}'],
    ['label', '"', '"'],
    ['label', '', ''],
    ['label', ' a\n', ' a\n'],
    ['label', '\ud83d', '"\\ud83d"'],
    ['label', '😀', '😀'],
    ['size', 'l', 'l'],
    ['size', 3, '3'],
    ['mixed', '5', '"5"'],
    ['mixed', 5, '5'],
    ['mixed', '5a', '5a'],
    ['mixed', '05', '05'],
    ['mixed', 'true', '"true"'],
    ['mixed', true, 'true'],
    ['mixed', 'null', '"null"'],
    ['mixed', null, 'null'],
    ['mixed', '["a"]', '"[\\"a\\"]"'],
    ['mixed', ['a'], '["a"]'],
    ['mixed', '[1]', '[1]'],
    ['mixed', -1e-7, '-1e-7'],
    ['icon', { preset: 'Star' }, 'Star'],
    ['icon', { preset: '1' }, '{"preset":"1"}'],
    ['icon', { preset: 'undefined' }, '{"preset":"undefined"}'],
    ['icon', { preset: 'constructor' }, 'constructor'],
    ['icon', 1, '1'],
    ['title', { preset: 'Star' }, '{"preset":"Star"}'],
    ['title', 'Star', 'Star'],
    ['options', { a: 1, b: '2' }, '{"a":1,"b":"2"}'],
    ['onPress', true, 'true'],
  ])('writes %s %j as %s', (name, value, written) => {
    const state: PlaygroundState = { ...box.initial, [name]: value };
    expect(writeUrl(box, state)).toEqual([[`Box.${name}`, written]]);
    expect(readUrl(box, [[`Box.${name}`, written]])).toEqual({ state, ignored: [] });
  });
});

describe('readUrl', () => {
  it('returns the initial state itself without entries', () => {
    expect(read('').state).toBe(box.initial);
    expect(read('Box=1&Box.=2&BoxSize=l&Other.size=l&box.size=l&size=l')).toEqual({
      state: box.initial,
      ignored: ['Box.'],
    });
    const unknown = playgroundOf(schemaOf([prop('a!', text)]), { b: 1 });
    expect(read('a=1&Box.b=2', unknown)).toEqual({ state: unknown.initial, ignored: ['Box.b'] });
    expect(read('Box.b=2', unknown).state).toBe(unknown.initial);
  });

  it('removes initial values', () => {
    expect(read('Box.size=undefined&Box.title=undefined')).toEqual({
      state: { label: 'Save', disabled: true },
      ignored: [],
    });
    expect(read('Box.label=undefined&Box.x=undefined')).toEqual({
      state: box.initial,
      ignored: ['Box.x', 'Box.label'],
    });
  });

  it('uses the last of several entries for a prop', () => {
    expect(read('Box.label=a&Box.label=b').state.label).toBe('b');
    expect(read('Box.size=l&Box.size=x')).toEqual({ state: box.initial, ignored: ['Box.size'] });
  });

  it('ignores long values, and reads 50 entries', () => {
    expect(read(`Box.label=${'a'.repeat(10_000)}`).ignored).toEqual([]);
    expect(read(`Box.label=${'a'.repeat(10_001)}`)).toEqual({ state: box.initial, ignored: ['Box.label'] });
    const others = (length: number): string => Array.from({ length }, (_, index) => `Box.x${index}=1`).join('&');
    expect(read(`${others(49)}&Box.size=l`).state.size).toBe('l');
    expect(read(`${others(50)}&Box.size=l`).state.size).toBe('s');
    expect(read(`Other.a=1&${others(49)}&Box.size=l`).state.size).toBe('l');
  });

  it('leaves entries to playgrounds with longer names', () => {
    expect(read('Box.Item.label=a')).toEqual({ state: box.initial, ignored: [] });
    const item = { ...box, name: 'Box.Item' };
    expect(read('Box.Item.label=a&Box.label=b', item).state.label).toBe('a');
    expect(writeUrl(item, { ...box.initial, label: 'a' })).toEqual([['Box.Item.label', 'a']]);
  });

  it('ignores entries that conflict with earlier ones', () => {
    expect(read('Box.kind=button&Box.href=/a&Box.tone=b&Box.width=3&Box.disabled=true', tabs)).toEqual({
      state: { kind: 'button', tone: 'b', disabled: true },
      ignored: ['Box.href', 'Box.width'],
    });
    expect(read('Box.href=/a&Box.kind=button', tabs)).toEqual({
      state: { kind: 'link', href: '/a', tone: 'a' },
      ignored: ['Box.kind'],
    });
  });
});

describe('hostile addresses', () => {
  const names = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'srcDoc',
    'srcdoc',
    'dangerouslySetInnerHTML',
    'ref',
    'key',
    'style',
    'as',
    'label ',
    'Label',
    '',
    'label[0]',
    'schema',
    'initial',
  ];
  const anything = [
    '1',
    '"a"',
    '{"__html":"<script>"}',
    'undefined',
    '{"preset":"Star"}',
    '[',
    '<img onerror=alert(1)>',
  ];
  const scripts = [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    ' javascript:alert(1)',
    '\u0000javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\rscript:alert(1)',
    'javascript\n:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://example.com/1',
  ];
  /** As texts, they are relative addresses that start with a quote or a bracket. */
  const quoted = [
    '"javascript:alert(1)"',
    '"java\\nscript:alert(1)"',
    '{"preset":"javascript:alert(1)"}',
    '["javascript:alert(1)"]',
    '{"toString":"javascript:alert(1)"}',
  ];
  const icons = ['__proto__', 'toString', 'hasOwnProperty', 'Sun', '{"preset":"__proto__"}', '{"preset":"toString"}'];
  const moreIcons = [
    '{"preset":"Star","x":1}',
    '{"preset":["Star"]}',
    '{"preset":null}',
    '{"__proto__":{"preset":"Star"}}',
  ];
  const objects = [
    '{"a":1,"__proto__":{"polluted":1}}',
    '{"__proto__":{"a":1}}',
    '{"a":1,"constructor":{"prototype":{"polluted":1}}}',
    '{"a":1,"dangerouslySetInnerHTML":{"__html":"x"}}',
    '{"a":1e999}',
    '{"a":NaN}',
    "{'a':1}",
    '{"a":1}}',
    '{"a":1,"b":{"toString":1}}',
    '[{"a":1}]',
    'null',
    'a',
    '['.repeat(9_000),
    `${'{"a":'.repeat(1_500)}1${'}'.repeat(1_500)}`,
  ];
  const lists = [JSON.stringify(Array(1001).fill(1)), '{"length":2,"0":1}', '[1,"a"]', '[[1]]', '1', '[1,]', '[1e400]'];
  const others = [
    'yes',
    'TRUE',
    '2',
    'xl',
    '1e999',
    'NaN',
    '{}',
    '[]',
    '{"valueOf":1}',
    '"true"',
    'console.log',
    '() => 1',
  ];
  const of = (name: string, values: string[]): [string, string][] => values.map((value) => [`Box.${name}`, value]);
  const entries: [string, string][] = [
    ...names.flatMap((name) => of(name, anything)),
    ...of('href', scripts),
    ...of('icon', [...icons, ...moreIcons, ...scripts, ...quoted]),
    ...of('options', objects),
    ...of('list', lists),
    ...['size', 'disabled', 'onPress'].flatMap((name) => of(name, others)),
    ...of('label', ['a'.repeat(10_001), '{"a":'.repeat(10_000)]),
    ...['__proto__', 'constructor', 'Box', '.label', 'Box..label', 'Box.label.x'].map((key): [string, string] => [
      key,
      'a',
    ]),
  ];

  it('has 200 of them', () => {
    expect(entries.length).toBeGreaterThan(200);
  });

  it.each(entries.map(([key, value]) => ({ key, value, short: value.slice(0, 60) })))('ignores $key=$short', ({
    key,
    value,
  }) => {
    const params = new URLSearchParams([[key, value]]);
    const { state, ignored } = readUrl(box, params);
    expect(state).toBe(box.initial);
    if (key.startsWith('Box.') && key.lastIndexOf('.') === 3) expect(ignored).toEqual([key]);
  });

  it.each(Object.entries({ box, ...PLAYGROUNDS }))('do not get anything into the playground %s', (_, playground) => {
    const { schema, initial, template } = playground;
    const live = { presets: presetValuesOf(schema), log: () => LOG };
    const values = [...entries, ...of('href', quoted)].map(([, value]) => value);
    const forAll = [...new Set(values)].map((value) =>
      namesOf(schema).map((name): [string, string] => [`Box.${name}`, value]),
    );
    for (const params of [entries, ...forAll]) {
      const { state } = readUrl(playground, params);
      const description = JSON.stringify(params).slice(0, 300);
      expect(branchOf(schema, state), description).toBeDefined();
      const props = propsOf({ schema, initial }, state, live);
      expect(
        Object.keys(props).filter((name) => !namesOf(schema).includes(name)),
        description,
      ).toEqual([]);
      expect(Object.getPrototypeOf(props)).toBe(Object.prototype);
      const href = typeof props.href === 'string' ? props.href : '';
      expect(new URL(href, 'https://example.com/').protocol, description).toMatch(/^https?:$/);
      expect(() => printTemplate(template, schema, state), description).not.toThrow();
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('reads the same state again', () => {
    const { state } = readUrl(box, entries);
    expect(sameValue(readUrl(box, writeUrl(box, state)).state, state)).toBe(true);
  });
});
