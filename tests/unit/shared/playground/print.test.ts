import { transform } from 'sucrase';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/shared/entities.ts';
import { printTemplate } from '../../../../src/shared/playground/print.ts';
import type {
  Control,
  Hole,
  PlaygroundSchema,
  PlaygroundState,
  PresetSource,
  Template,
} from '../../../../src/shared/playground/schema.ts';
import { namesOf } from '../../../../src/shared/playground/states.ts';
import { count, event, flag, node, oneOf, prop, schemaOf, text } from '../../../helpers/playgrounds.ts';

const size: Control = {
  kind: 'choice',
  options: [{ value: 's' }, { value: 'l', code: 'Size.Large' }, { value: 0, code: 'Size.None' }, { value: null }],
};
const presets: Record<string, PresetSource> = {
  Star: { code: '<Star />' },
  list: { code: '[1, 2]' },
  lines: { code: '<Star>\n  a\n</Star>' },
};

/** Prints a template, and checks that the result is valid code. */
function print(parts: Template['parts'], schema: PlaygroundSchema, state: PlaygroundState): string {
  const names = namesOf(schema);
  const template = { parts, presets: Object.fromEntries(names.map((name) => [name, presets])) };
  const code = printTemplate(template, schema, state);
  transform(code, { transforms: ['jsx', 'typescript'] });
  return code;
}

/** Prints one prop as an attribute. */
function attribute(control: Control, value: Json): string {
  const schema = schemaOf([prop('a', control, ['Star', 'list', 'lines', 'unknown'])]);
  const parts: Template['parts'] = ['<B', { kind: 'attributes', names: ['a'] }, { kind: 'close', tag: 'B' }];
  return print(parts, schema, { a: value }).slice('<B '.length, -' />'.length);
}

/** Prints one prop as a child. */
function child(control: Control, value: Json): string {
  const schema = schemaOf([prop('a', control, ['Star', 'list', 'lines'])]);
  return print(['<B>', { kind: 'child', name: 'a' }, '</B>'], schema, { a: value }).slice('<B>'.length, -'</B>'.length);
}

describe('attributes', () => {
  it('have lines of their own if others after them make the line too long', () => {
    const schema = schemaOf([prop('a', text)]);
    const parts: Template['parts'] = ['<B', { kind: 'attributes', names: ['a'] }, ` title="${'x'.repeat(90)}" />`];
    expect(print(parts, schema, { a: 'x' })).toBe(`<B\n  a="x" title="${'x'.repeat(90)}" />`);
  });

  it.each<[Json, string]>([
    ['', 'a=""'],
    ['Two words ', 'a="Two words "'],
    ["it's 50% /a?b=c", `a="it's 50% /a?b=c"`],
    ['中文 😀', 'a="中文 😀"'],
    ['say "hi"', `a={'say "hi"'}`],
    [`it's "so"`, `a={'it\\'s "so"'}`],
    ['a\\b', `a={'a\\\\b'}`],
    ['\\', `a={'\\\\'}`],
    [`\\'`, `a={'\\\\\\''}`],
    [`\\"`, `a={'\\\\"'}`],
    ['a & b', `a={'a & b'}`],
    ['&amp;', `a={'&amp;'}`],
    ['{x}', `a={'{x}'}`],
    ['<b>', `a={'<b>'}`],
    ['</script>', `a={'</script>'}`],
    ['a\nb\tc\r', `a={'a\\nb\\tc\\r'}`],
    ['a\u2028b\u2029', `a={'a\\u{2028}b\\u{2029}'}`],
    ['\u0000\u001f\u007f', `a={'\\u0000\\u001f\\u{7f}'}`],
    ['\u200b\u202e\ufeff', `a={'\\u{200b}\\u{202e}\\u{feff}'}`],
    ['\ud800', `a={'\\ud800'}`],
    ['\u{e0001}', `a={'\\u{e0001}'}`],
    ['undefined', 'a="undefined"'],
    ['true', 'a="true"'],
  ])('prints the text %j as %s', (value, printed) => {
    expect(attribute(text, value)).toBe(printed);
    expect(new Function(`return ${printed.replace(/^a=\{?|\}$/g, '')}`)()).toBe(value);
  });

  it.each<[Control, Json, string]>([
    [flag, true, 'a'],
    [flag, false, 'a={false}'],
    [oneOf(true), true, 'a'],
    [event, true, 'a={console.log}'],
    [{ kind: 'union', of: [flag, event] }, true, 'a'],
    [{ kind: 'union', of: [event, flag] }, true, 'a={console.log}'],
    [oneOf(null, 1), null, 'a={null}'],
    [count, 3, 'a={3}'],
    [count, -1.5, 'a={-1.5}'],
    [count, -0, 'a={-0}'],
    [count, 1e21, 'a={1e+21}'],
    [count, -5e-324, 'a={-5e-324}'],
    [count, 2 ** 53, 'a={9007199254740992}'],
    [size, 's', 'a="s"'],
    [size, 'l', 'a={Size.Large}'],
    [size, 0, 'a={Size.None}'],
    [size, null, 'a={null}'],
    [{ kind: 'union', of: [text, size] }, 'l', 'a="l"'],
    [{ kind: 'union', of: [size, text] }, 'l', 'a={Size.Large}'],
    [{ kind: 'union', of: [size, text] }, 'x', 'a="x"'],
    [{ kind: 'choice', options: [{ value: 'x', code: "'x'" }] }, 'x', 'a="x"'],
    [{ kind: 'choice', options: [{ value: 1, code: 'true' }] }, 1, 'a'],
    [{ kind: 'preset' }, { preset: 'Star' }, 'a={<Star />}'],
    [text, { preset: 'list' }, 'a={[1, 2]}'],
    [text, { preset: 'lines' }, 'a={<Star>\n  a\n</Star>}'],
    [text, { preset: 'unknown' }, 'a={undefined}'],
    [{ kind: 'list', item: size }, [], 'a={[]}'],
    [{ kind: 'list', item: size }, ['s', 'l', null, 0], `a={['s', Size.Large, null, Size.None]}`],
    [{ kind: 'tuple', items: [count, { kind: 'tuple', items: [text] }] }, [1, ["it's"]], `a={[1, ['it\\'s']]}`],
    [{ kind: 'tuple', items: [event, flag] }, [true, true], 'a={[console.log, true]}'],
  ])('prints a value of %j', (control, value, printed) => {
    expect(attribute(control, value)).toBe(printed);
  });

  it('prints objects in the style of JavaScript', () => {
    const names = ['a', 'b_$1', 'a-b', '1a', 'class', '中', '', "it's", 'on'];
    const field: Control = { kind: 'union', of: [count, size, event] };
    const object: Control = { kind: 'object', fields: names.map((name) => ({ name, control: field })) };
    expect(attribute(object, {})).toBe('a={{}}');
    expect(attribute(object, { a: 'l', b_$1: -0, 'a-b': 1, '1a': 2, class: 3, '': 4, "it's": 5, on: true })).toBe(
      `a={{ a: Size.Large, b_$1: -0, 'a-b': 1, '1a': 2, class: 3, '': 4, 'it\\'s': 5, on: console.log }}`,
    );
    expect(attribute({ kind: 'object', fields: [{ name: 'in', control: object }] }, { in: { a: 's' } })).toBe(
      `a={{ in: { a: 's' } }}`,
    );
    const withPreset: Control = { kind: 'object', fields: [{ name: 'preset', control: text }] };
    expect(attribute({ kind: 'list', item: withPreset }, [{ preset: 'Star' }])).toBe(`a={[{ preset: 'Star' }]}`);
  });

  it('leaves out what no prop accepts', () => {
    const schema = schemaOf([prop('a!', { kind: 'list', item: text }), prop('b', text)]);
    expect(
      print(['<B', { kind: 'attributes', names: ['a', 'b', 'c'] }, ' />'], schema, { a: null, b: 'x', c: 1 }),
    ).toBe('<B b="x" />');
  });
});

describe('children', () => {
  it.each<[Json, string]>([
    ['Save', 'Save'],
    ["It's  (50%) // 中文 😀", "It's  (50%) // 中文 😀"],
    ['say "hi"', 'say "hi"'],
    [`it's "so"`, `it's "so"`],
    ['true', 'true'],
    ['', "{''}"],
    [' a', "{' a'}"],
    ['a ', "{'a '}"],
    ['\u00a0a', "{'\u00a0a'}"],
    ['a\nb', "{'a\\nb'}"],
    ['{a}', "{'{a}'}"],
    ['a > b', "{'a > b'}"],
    ['<b>', "{'<b>'}"],
    ['a & b', "{'a & b'}"],
    ['a\\n', "{'a\\\\n'}"],
    ['a\u200d', "{'a\\u{200d}'}"],
  ])('prints the text %j as %s', (value, printed) => {
    expect(child(node, value)).toBe(printed);
  });

  it.each<[Control, Json, string]>([
    [node, { preset: 'Star' }, '<Star />'],
    [node, { preset: 'lines' }, '<Star>\n  a\n</Star>'],
    [node, { preset: 'list' }, '{[1, 2]}'],
    [count, 3, '{3}'],
    [flag, true, '{true}'],
    [oneOf(null), null, '{null}'],
    [size, 'l', '{Size.Large}'],
    [size, 's', 's'],
    [event, true, '{console.log}'],
    [{ kind: 'list', item: text }, ['a'], `{['a']}`],
    [{ kind: 'object', fields: [prop('a', count)] }, { a: 1 }, '{{ a: 1 }}'],
  ])('prints a value of %j', (control, value, printed) => {
    expect(child(control, value)).toBe(printed);
  });

  it('prints nothing for an unset prop', () => {
    expect(print(['<B>', { kind: 'child', name: 'a' }, '</B>'], schemaOf([prop('a', text)]), {})).toBe('<B></B>');
  });
});

describe('elements', () => {
  const names = ['children', 'a', 'b', 'c'];
  const schema = schemaOf([prop('a', text), prop('children', node, ['lines']), prop('b', text), prop('c', flag)]);
  const attributes: Hole = { kind: 'attributes', names };
  const close: Hole = { kind: 'close', tag: 'Box' };
  const long = { a: 'a'.repeat(40), b: 'b'.repeat(44) };

  it('prints props in the order of the controls', () => {
    expect(print(['<Box', attributes, close], schema, { c: true, b: '2', a: '1' })).toBe('<Box a="1" b="2" c />');
    expect(print(['<Box', { ...attributes, names: ['c', 'a'] }, close], schema, { c: true, b: '2', a: '1' })).toBe(
      '<Box a="1" c />',
    );
    expect(print(['<Box', attributes, close], schema, {})).toBe('<Box />');
  });

  it('prints children between tags', () => {
    expect(print(['<Box', attributes, close], schema, { a: '1', children: 'Text' })).toBe('<Box a="1">Text</Box>');
    expect(print(['<Box', attributes, close], schema, { children: '' })).toBe(`<Box>{''}</Box>`);
    expect(print(['<Box', attributes, ' />'], schema, { a: '1', children: 'Text' })).toBe(
      '<Box a="1" children="Text" />',
    );
    const child: Hole = { kind: 'child', name: 'children' };
    expect(print(['<Box', attributes, '><i>', child, '</i></Box>'], schema, { a: '1', children: 'Text' })).toBe(
      '<Box a="1"><i>Text</i></Box>',
    );
    expect(
      print(['<Box', attributes, '>', { kind: 'child', name: 'b' }, '</Box>'], schema, { children: 'x', b: '1' }),
    ).toBe('<Box children="x" b="1">1</Box>');
  });

  it('breaks lines of more than 100 characters', () => {
    const parts = ['() => (\n  <Box', attributes, close, '\n);\n'];
    const short = `() => (\n  <Box a="${long.a}" b="${long.b}" />\n);\n`;
    expect(short.split('\n')[1]).toHaveLength(100 + ' />'.length);
    expect(print(parts, schema, long)).toBe(short);
    const lines = `() => (\n  <Box\n    a="${long.a}"\n    b="${long.b}b"\n  />\n);\n`;
    expect(print(parts, schema, { ...long, b: `${long.b}b` })).toBe(lines);
    expect(print(parts, schema, { ...long, c: true })).toBe(
      `() => (\n  <Box\n    a="${long.a}"\n    b="${long.b}"\n    c\n  />\n);\n`,
    );
  });

  it('breaks lines of elements with children', () => {
    const parts = ['\t<Box x', attributes, close];
    expect(print(parts, schema, { ...long, c: true, children: 'Text' })).toBe(
      `\t<Box x\n\t  a="${long.a}"\n\t  b="${long.b}"\n\t  c\n\t>\n\t  Text\n\t</Box>`,
    );
    expect(print(['  <Box', attributes, '>Text</Box>'], schema, { ...long, c: true })).toBe(
      `  <Box\n    a="${long.a}"\n    b="${long.b}"\n    c>Text</Box>`,
    );
  });

  it('does not break lines for other text', () => {
    const start = `<Box title="${'x'.repeat(100)}"`;
    expect(print([start, attributes, close], schema, {})).toBe(`${start} />`);
    expect(print([start, attributes, close], schema, { children: 'Text' })).toBe(`${start}>Text</Box>`);
    expect(
      print(['<A>\n', '  <Box', attributes, ' x', close, '<Box', close, '</A>'], schema, { ...long, c: true }),
    ).toBe(`<A>\n  <Box\n    a="${long.a}"\n    b="${long.b}"\n    c x /><Box /></A>`);
  });

  it('uses the separator of attributes with their own lines', () => {
    const indented: Hole = { ...attributes, indent: '\n    ' };
    const state = { a: '1', c: true };
    expect(print(['<Box\n    x', indented, '\n  ', close], schema, state)).toBe('<Box\n    x\n    a="1"\n    c\n  />');
    expect(print(['<Box\n    x', indented, '\n  ', close], schema, {})).toBe('<Box\n    x\n  />');
    expect(print(['<Box\n    x', indented, close], schema, long)).toBe(
      `<Box\n    x\n    a="${long.a}"\n    b="${long.b}" />`,
    );
    expect(print(['<Box\n    x', indented, '\n  ', close], schema, { ...state, children: 'Text' })).toBe(
      '<Box\n    x\n    a="1"\n    c\n  >Text</Box>',
    );
  });
});

describe('imports', () => {
  const schema = schemaOf([
    prop('icon', { kind: 'preset' }, ['Star', 'list']),
    prop('size', size),
    prop('sizes', { kind: 'list', item: { kind: 'union', of: [size, count] } }),
  ]);
  const parts: Template['parts'] = [
    { kind: 'import', standard: { text: 'Default', uses: ['icon.list'] }, names: [], from: 'x' },
    '\n',
    {
      kind: 'import',
      standard: { text: 'Icon', uses: ['icon.Star'] },
      names: [
        { text: 'Size', uses: ['size=l', 'size=0', 'sizes=l'] },
        { text: 'type Unused', uses: [] },
        { text: 'Star as S', uses: ['icon.Star', 'icon.x'] },
      ],
      from: './y',
    },
    '\r\n',
    { kind: 'import', namespace: { text: 'all', uses: ['sizes=0'] }, names: [], from: "it's" },
    '\n\ncode();\n',
  ];

  it.each<[PlaygroundState, string]>([
    [{}, '\ncode();\n'],
    [{ size: 's', sizes: ['s', 1] }, '\ncode();\n'],
    [{ size: 'l' }, `import { Size } from './y';\r\n\ncode();\n`],
    [{ sizes: ['s', 'l'] }, `import { Size } from './y';\r\n\ncode();\n`],
    [{ sizes: [0] }, `import * as all from 'it\\'s';\n\ncode();\n`],
    [{ icon: { preset: 'Star' } }, `import Icon, { Star as S } from './y';\r\n\ncode();\n`],
    [{ icon: { preset: 'list' } }, `import Default from 'x';\n\ncode();\n`],
    [
      { icon: { preset: 'Star' }, size: 0, sizes: [0] },
      `import Icon, { Size, Star as S } from './y';\r\nimport * as all from 'it\\'s';\n\ncode();\n`,
    ],
  ])('has the names that %j needs', (state, printed) => {
    expect(print(parts, schema, state)).toBe(printed);
  });

  it('keeps names that other code needs', () => {
    const hole: Hole = {
      kind: 'import',
      standard: { text: 'React' },
      namespace: { text: 'all' },
      names: [],
      from: 'react',
    };
    expect(print([hole, '\n'], schema, {})).toBe(`import React, * as all from 'react';\n`);
    const names = [{ text: 'useState' }, { text: 'type FC' }, { text: 'Fragment', uses: ['icon.Star'] }];
    expect(print([{ kind: 'import', names, from: 'react' }, '\n'], schema, {})).toBe(
      `import { useState, type FC } from 'react';\n`,
    );
  });
});
