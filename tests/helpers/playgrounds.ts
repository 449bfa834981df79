/** Playgrounds for tests: schemas with branches, a template for each, random values, and the printed code at work. */
import { transform } from 'sucrase';
import type { Json } from '../../src/shared/entities.ts';
import type {
  Control,
  Hole,
  Playground,
  PlaygroundSchema,
  PlaygroundState,
  PropSchema,
  Template,
} from '../../src/shared/playground/schema.ts';
import { sameValue } from '../../src/shared/playground/values.ts';
import type { createRandom } from './random.ts';

type Random = ReturnType<typeof createRandom>;

export const text: Control = { kind: 'text' };
export const flag: Control = { kind: 'boolean' };
export const count: Control = { kind: 'number' };
export const node: Control = { kind: 'node' };
export const event: Control = { kind: 'event' };

/** Creates a choice of values. */
export function oneOf(...values: (string | number | boolean | null)[]): Control {
  return { kind: 'choice', options: values.map((value) => ({ value })) };
}

/** Creates a prop. A `!` after the name makes it required. */
export function prop(name: string, control: Control, presets?: string[]): PropSchema {
  const required = name.endsWith('!');
  return { name: name.replace('!', ''), control, ...(required && { required }), ...(presets && { presets }) };
}

/** Creates a schema from the props of its branches. Those with the same name follow one another. */
export function schemaOf(...branches: PropSchema[][]): PlaygroundSchema {
  const all = branches.flat();
  const rank = ({ name }: PropSchema): number => all.findIndex((other) => other.name === name);
  const props = all
    .filter((one, index) => all.findIndex((other) => sameValue(one, other)) === index)
    .sort((a, b) => rank(a) - rank(b));
  const indices = branches.map((branch) => branch.map((one) => props.findIndex((other) => sameValue(one, other))));
  const shared = [...props.keys()].filter((index) => indices.every((branch) => branch.includes(index)));
  return { props, shared, branches: indices.map((branch) => branch.filter((index) => !shared.includes(index))) };
}

/** Creates a playground named `Box`, whose template has all props in one element. */
export function playgroundOf(schema: PlaygroundSchema, initial: PlaygroundState = {}): Playground {
  return { name: 'Box', schema, initial, template: templateOf(schema) };
}

const size = (code: string): Control => ({
  kind: 'choice',
  options: [
    { value: 's', code: `${code}.Small` },
    { value: 'l', code: `${code}.Large` },
    { value: 0, code: `${code}.None` },
  ],
});
const icons = ['Star', 'Moon', 'undefined'];
const pairs = [
  ['open', 'defaultOpen', flag],
  ['page', 'defaultPage', { kind: 'number', min: 1, max: 9 }],
  ['query', 'defaultQuery', text],
] as const;

/** Playgrounds by what is special about them. */
export const PLAYGROUNDS: Record<string, Playground> = {
  simple: playgroundOf(schemaOf([prop('label!', text), prop('size', oneOf('s', 'm', 'l')), prop('disabled', flag)]), {
    label: 'Save',
    size: 'm',
  }),
  'discriminated union': playgroundOf(
    schemaOf(
      [prop('kind!', oneOf('link')), prop('href!', { kind: 'text', isUrl: true }), prop('tone', oneOf('a', 'b'))],
      [prop('kind!', oneOf('button')), prop('disabled', flag), prop('tone', oneOf('b', 'c'))],
      [prop('kind', oneOf('text', null)), prop('tone', oneOf('c', 'd')), prop('lines', count)],
    ),
    { kind: 'button', tone: 'b' },
  ),
  'booleans with never': playgroundOf(
    schemaOf(
      [prop('loading!', oneOf(true)), prop('spinner!', { kind: 'preset' }, icons), prop('children', node)],
      [prop('loading', oneOf(false)), prop('onPress', event), prop('children', node, icons)],
    ),
  ),
  'union of kinds': playgroundOf(
    schemaOf([
      prop('width', { kind: 'union', of: [count, { kind: 'text', pattern: '-?\\d+(?:px|%)' }, oneOf('auto', null)] }),
      prop('value!', {
        kind: 'union',
        of: [text, count, flag, { kind: 'list', item: { kind: 'union', of: [text, count] } }],
      }),
      prop('icon', { kind: 'union', of: [{ kind: 'preset' }, text] }, icons),
      prop('onOpen', { kind: 'union', of: [event, oneOf(false)] }),
    ]),
    { value: 'a', width: 10 },
  ),
  objects: playgroundOf(
    schemaOf(
      [
        prop('options!', {
          kind: 'object',
          fields: [
            { name: 'from', control: count, required: true },
            { name: 'a-b', control: text },
            { name: 'onEnd', control: event },
            { name: 'size', control: size('Size') },
            { name: 'inner', control: { kind: 'object', fields: [{ name: 'preset', control: text }] } },
          ],
        }),
        prop('range', { kind: 'tuple', items: [count, { kind: 'union', of: [count, oneOf(null)] }] }),
        prop('steps', { kind: 'list', item: { kind: 'tuple', items: [size('Size'), text] } }),
      ],
      [prop('options!', { kind: 'list', item: text }), prop('range', text)],
    ),
    { options: { from: 1, 'a-b': 'x' }, range: [0, null] },
  ),
  presets: playgroundOf(
    schemaOf([
      prop('icon!', { kind: 'preset' }, icons),
      prop('children', node, ['Star', 'list']),
      prop('render', { kind: 'preset' }, ['list']),
      prop('title', { kind: 'text', suggestions: ['Star'] }, ['Star']),
    ]),
    { icon: { preset: 'Moon' }, children: 'Text' },
  ),
  'exclusive pairs': playgroundOf(
    schemaOf(
      ...[0, 1, 2, 3, 4, 5, 6, 7].map((bits) => [
        prop('label', text),
        ...pairs.map(([one, other, control], index) => prop(bits & (1 << index) ? other : one, control)),
      ]),
    ),
    { page: 2 },
  ),
  enums: playgroundOf(
    schemaOf(
      [prop('size!', size('Size')), prop('children', size('Size')), prop('weight', oneOf('s', 1))],
      [prop('size', size('Scale')), prop('weight', { kind: 'union', of: [size('Scale'), flag] })],
    ),
    { size: 's' },
  ),
  'props without a first value': playgroundOf(
    schemaOf(
      [prop('mode!', oneOf('px')), prop('width!', { kind: 'text', pattern: '\\d+px' }), prop('height', count)],
      [prop('mode!', oneOf('%')), prop('width!', { kind: 'text', pattern: '\\d+%', suggestions: ['50%', '8%'] })],
      [prop('mode', oneOf('auto')), prop('height', { kind: 'text', pattern: '.*' })],
      [prop('mode!', oneOf('icon')), prop('icon!', { kind: 'preset' }), prop('height', text)],
    ),
    { mode: 'px', width: '3px' },
  ),
  overloads: playgroundOf(
    schemaOf(
      [prop('value!', text), prop('multiple', oneOf(false)), prop('onChange', event), prop('step', count)],
      [prop('value!', { kind: 'list', item: text }), prop('multiple!', oneOf(true)), prop('onChange!', event)],
      [prop('value', { kind: 'number', min: 2, max: 5 }), prop('step!', count)],
    ),
    { value: 'a' },
  ),
  'awkward names and texts': playgroundOf(
    schemaOf([
      prop('aria-label', text),
      prop('constructor', text),
      prop('children', { kind: 'union', of: [node, count, oneOf(null, true)] }),
      prop('data-on', { kind: 'union', of: [oneOf('undefined', 'null', '1', 1, true), flag] }),
      prop('toString', { kind: 'list', item: text }),
    ]),
    { 'aria-label': 'undefined', children: '' },
  ),
};

/** Returns a template with imports for all presets and enums of the playgrounds. */
function templateOf(schema: PlaygroundSchema): Template {
  const names = [...new Set(schema.props.map(({ name }) => name))];
  const uses = (preset: string): string[] => names.map((name) => `${name}.${preset}`);
  const members = names.flatMap((name) => [`${name}=s`, `${name}=l`, `${name}=0`]);
  const imports: Hole[] = [
    { kind: 'import', standard: { text: 'React' }, names: [{ text: 'type Key', uses: [] }], from: 'react' },
    {
      kind: 'import',
      names: [
        { text: 'Star', uses: uses('Star') },
        { text: 'Moon as Other', uses: uses('Moon') },
      ],
      from: './icons',
    },
    { kind: 'import', namespace: { text: 'lists', uses: uses('list') }, names: [], from: './lists' },
    {
      kind: 'import',
      standard: { text: 'Scale', uses: members },
      names: [{ text: 'Size', uses: members }],
      from: './sizes',
    },
  ];
  const presets = {
    Star: { code: '<Star />' },
    Moon: { code: '<Other size={2}>\n  moon\n</Other>' },
    undefined: { code: '<i />' },
    list: { code: 'lists.all' },
  };
  return {
    parts: [
      ...imports.flatMap((hole) => [hole, '\n']),
      '\nexport default function Demo() {\n  return <Box',
      { kind: 'attributes', names },
      { kind: 'close', tag: 'Box' },
      ';\n}\n',
    ],
    presets: Object.fromEntries(names.map((name) => [name, presets])),
  };
}

const SIZES = { Small: 's', Large: 'l', None: 0 };
const MODULES: Record<string, unknown> = {
  react: {},
  './icons': { Star: 'Star', Moon: 'Moon' },
  './lists': { all: ['a', 'b'] },
  './sizes': { default: SIZES, Size: SIZES, __esModule: true },
};

/** Function of all events in printed code. */
export const LOG = (): void => {};

/** Values of all presets of the playgrounds, in the form that `evaluate` returns. */
const PRESET_VALUES = {
  Star: { type: 'Star', props: {} },
  Moon: { type: 'Moon', props: { size: 2, children: 'moon' } },
  undefined: { type: 'i', props: {} },
  list: ['a', 'b'],
};

/** Returns the values of the presets of each prop. */
export function presetValuesOf(schema: PlaygroundSchema): Record<string, Record<string, unknown>> {
  return Object.fromEntries(schema.props.map(({ name }) => [name, PRESET_VALUES]));
}

const h = (type: string, props: object | null, ...children: unknown[]): unknown => ({
  type,
  props: { ...props, ...(children.length > 0 && { children: children.length > 1 ? children : children[0] }) },
});

/** Runs a printed module, and returns the props of the element that its default export returns. */
export function evaluate(code: string): Record<string, unknown> {
  const options = { jsxPragma: 'h', production: true };
  const script = transform(code, { ...options, transforms: ['jsx', 'typescript', 'imports'] }).code;
  const exports: { default?: () => { props: Record<string, unknown> } } = {};
  const names = ['require', 'exports', 'h', 'Box', 'console'];
  new Function(...names, script)((name: string) => MODULES[name], exports, h, 'Box', { log: LOG });
  return exports.default?.().props ?? {};
}

/** Runs a printed element, and returns its props. */
export function evaluateElement(code: string): Record<string, unknown> {
  const script = transform(code, { jsxPragma: 'h', production: true, transforms: ['jsx', 'typescript'] }).code;
  const names = ['h', 'Box', 'console', 'Star', 'Other', 'lists', 'Size', 'Scale'];
  const values = [h, 'Box', { log: LOG }, 'Star', 'Moon', MODULES['./lists'], SIZES, SIZES];
  return new Function(...names, `return ${script}`)(...values).props;
}

/** Texts that addresses, JSON, JSX and JavaScript treat in special ways. */
const TEXTS =
  `|a|Two words|undefined|null|true|5|-0|1e3|"quoted"|"|it's|"It's"|{"preset":"Star"}|[]|Star|Moon|constructor|__proto__|` +
  ` before|after |a  b|\t|line\nbreak|\r\n|\\n|\\|a\\'b|{x}|{|<b>|&amp;|&|//|/* */|</script>|\u2028|\u00a0|\u200d|\ufeff|` +
  `\u0000|\u007f|\ud800|\udc00x|😀|👩‍💻|中文|%20|a+b|a&b=c|#|/path?q=1|https://example.com/|50%|3px|Save|` +
  `item-1|item-|x-1|-12|a.b*1.5(c)|is-true|javascript:0`;

/** Returns a value that a prop may accept, or a value that it refuses. */
export function randomValue(random: Random, one: Pick<PropSchema, 'control' | 'presets'>): Json {
  const presets = one.presets ?? [];
  if (presets.length > 0 && random(3) === 0) return { preset: presets[random(presets.length)] ?? '' };
  if (random(12) === 0) return [null, true, -1.5, 'x', [], {}, { preset: 'toString' }][random(7)] ?? null;
  return randomOf(random, one.control);
}

function randomOf(random: Random, control: Control): Json {
  const texts = TEXTS.split('|');
  switch (control.kind) {
    case 'choice':
      return control.options[random(control.options.length)]?.value ?? null;
    case 'boolean':
      return random(2) === 0;
    case 'number':
      return [0, -0, 1, -1, 3, 2.5, -1e-7, 1e21, 123456789012345680000, Number.MAX_VALUE, 5e-324][random(11)] ?? 0;
    case 'text':
    case 'node':
      return (random(4) === 0 && `${random(100)}${['px', '%'][random(2)]}`) || (texts[random(texts.length)] ?? '');
    case 'object':
      return Object.fromEntries(
        control.fields
          .filter(({ required }) => required || random(2) === 0)
          .map((field) => [field.name, randomOf(random, field.control)]),
      );
    case 'tuple':
      return control.items.map((item) => randomOf(random, item));
    case 'list':
      return Array.from({ length: random(4) }, () => randomOf(random, control.item));
    case 'union':
      return randomOf(random, control.of[random(control.of.length)] ?? text);
    default:
      return true;
  }
}
