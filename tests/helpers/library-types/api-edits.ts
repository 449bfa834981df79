/** Random edits of a small typed library, with the facts that they must lead to. */
import type { Fact } from '../../../src/node/types/compare/compared-names.ts';
import { createRandom } from '../random.ts';

/** A property or method: its text consists of the comment, the name and the type. */
interface Property {
  name: string;
  type: string;
  optional: boolean;
  comment?: string;
}

/** The library. Its declarations are the text that {@link printLibrary} returns. */
export interface Library {
  props: Property[];
  ref: Property[];
  /** Constraint of the type parameter of the component. */
  constraint: string;
}

/** What is compared of a fact. */
export type Expected = Pick<Fact, 'name' | 'change' | 'members'>;

/** An edited library. */
export interface Edit {
  kind: string;
  older: Library;
  newer: Library;
  /** Sorted by name, then by change. */
  facts: Expected[];
}

/** Types of properties, with what they can be changed to, and what the change is. */
const TYPES: Record<string, [change: Fact['change'], type: string, members?: Expected['members']][]> = {
  "'x' | 'y' | 'z'": [
    ['widened', "'x' | 'y' | 'z' | 'w'"],
    ['narrowed', "'x' | 'y'"],
    ['changed', "'x' | 'y' | 'v'"],
    ['widened', "'x' | 'y' | 'z' | (string & {})"],
  ],
  "'on'": [['changed', "'off'"]],
  'string | number': [
    ['narrowed', 'string'],
    ['widened', 'string | number | boolean'],
    ['widened', 'any'],
  ],
  'string[]': [
    ['widened', '(string | null)[]'],
    ['widened', 'readonly string[]'],
    ['changed', 'number[]'],
  ],
  any: [['narrowed', 'string']],
  'React.ReactNode': [['narrowed', 'React.ReactElement']],
  '(value: string, index: number) => void': [
    ['narrowed', '(value: string | number, index: number) => void'],
    ['widened', "(value: 'x', index: number) => void"],
    ['narrowed', '(value: string) => void'],
    ['widened', '(value: any, index: number) => void'],
  ],
  '(value: Item) => string | undefined': [
    ['narrowed', '(value: Item) => string'],
    ['widened', '(value: Item) => string | number | undefined'],
    ['widened', '(value: Item) => any'],
  ],
  'boolean | { limit?: number; filter?: (text: string) => boolean }': [
    [
      'widened',
      'boolean | { limit?: number; filter?: (text: string) => boolean; sort?: boolean }',
      { added: ['sort'] },
    ],
    ['narrowed', 'boolean | { limit?: number }', { removed: ['filter'] }],
    ['widened', 'boolean | { limit?: number | false; filter?: (text: string) => boolean }', { changed: ['limit'] }],
    ['narrowed', 'boolean | { limit: number; filter?: (text: string) => boolean }', { changed: ['limit'] }],
    ['narrowed', 'boolean | { limit?: number; filter?: (text: string | number) => boolean }', { changed: ['filter'] }],
  ],
  'Partial<Record<Part, string>>': [['widened', "Partial<Record<Part | 'foot', string>>", { added: ['foot'] }]],
  '{ [name: string]: number }': [
    ['widened', '{ [name: string]: number | string }'],
    ['widened', '{ [name: string]: any }'],
  ],
};

/** All changes of types. */
const CHANGES = Object.entries(TYPES).flatMap(([type, changes]) => changes.map((change) => [type, change] as const));

/** Members of the ref, with their changes. */
const REF_TYPES: typeof TYPES = {
  '() => void': [['narrowed', '(options?: { smooth?: boolean }) => void']],
  'HTMLElement | null': [['narrowed', 'HTMLElement']],
  number: [['widened', 'number | undefined']],
  '(name: string) => string': [
    ['widened', "(name: 'x') => string"],
    ['widened', '(name: string) => string | null'],
    ['changed', '(name: number) => string'],
  ],
  // A change from `any` may break code that reads the result, and a change to `any` may not.
  '() => any': [['widened', '() => string']],
  '() => string': [['narrowed', '() => any']],
};

/** Returns a library with each type once or twice, some of them optional. */
export function createLibrary(seed: number): Library {
  const random = createRandom(seed);
  const properties = (types: object, prefix: string): Property[] =>
    Object.keys(types).map((type, index) => ({ name: `${prefix}${index}`, type, optional: random(4) > 0 }));
  const props = [...properties(TYPES, 'a'), ...properties(TYPES, 'b')].filter(
    ({ name }) => /^a/.test(name) || random(2),
  );
  const required = { optional: false };
  return { props, ref: properties(REF_TYPES, 'r').map((one) => ({ ...one, ...required })), constraint: 'string' };
}

/** Returns the declarations of a library. */
export function printLibrary({ props, ref, constraint }: Library): string {
  return `import * as React from 'react';
export interface Item { id: string; next?: Item }
type Part = 'head' | 'body';
export interface BoxRef {
${ref.map(printProperty).join('\n')}
}
export interface BoxProps<V extends ${constraint} = ${constraint}> {
${props.map(printProperty).join('\n')}
  generic?: V;
  onGeneric?: (value: V) => void;
}
export declare const Box: <V extends ${constraint} = ${constraint}>(
  props: BoxProps<V> & React.RefAttributes<BoxRef>,
) => React.ReactElement;
`;
}

function printProperty({ name, type, optional, comment }: Property): string {
  return `${comment === undefined ? '' : `  /** ${comment} */\n`}  ${name}${optional ? '?' : ''}: ${type};`;
}

type Random = (below?: number) => number;

/** Kinds of edits. The round of the first one selects the change of a type. */
const EDITS: ((library: Library, random: Random, round: number) => Omit<Edit, 'older' | 'kind'>)[] = [
  function changeType(library, _, round) {
    const [type, [change, to, members]] = CHANGES[round % CHANGES.length] as (typeof CHANGES)[number];
    const { name = '' } = library.props.find((one) => one.type === type) ?? {};
    return { newer: changeProperty(library, name, { type: to }), facts: [fact(name, change, members)] };
  },
  function changeRefMember(library, random) {
    const { name, type } = pick(library.ref, random);
    const [change, to] = pick(REF_TYPES[type] ?? [], random);
    const ref = library.ref.map((one) => (one.name === name ? { ...one, type: to } : one));
    return { newer: { ...library, ref }, facts: ofRef(name, change) };
  },
  function removeRefMember(library, random) {
    const { name } = pick(library.ref, random);
    return {
      newer: { ...library, ref: library.ref.filter((one) => one.name !== name) },
      facts: ofRef(name, 'removed'),
    };
  },
  function addRefMember(library) {
    const ref = [...library.ref, { name: 'scrollTo', type: '(top: number) => void', optional: false }];
    return { newer: { ...library, ref }, facts: ofRef('scrollTo', 'added') };
  },
  function add(library, random) {
    const added = { name: 'added', type: pick(Object.keys(TYPES), random), optional: random(2) === 0 };
    return { newer: { ...library, props: [added, ...library.props] }, facts: [fact('added', 'added')] };
  },
  function remove(library, random) {
    const { name } = pick(library.props, random);
    const props = library.props.filter((one) => one.name !== name);
    return { newer: { ...library, props }, facts: [fact(name, 'removed')] };
  },
  function rename(library, random) {
    const { name } = pick(library.props, random);
    return {
      newer: changeProperty(library, name, { name: 'renamed' }),
      facts: [fact(name, 'removed'), fact('renamed', 'added')],
    };
  },
  function changePresence(library, random) {
    const { name, optional } = pick(
      library.props.filter(({ type }) => type !== 'any'),
      random,
    );
    const facts = [fact(name, optional ? 'required' : 'optional')];
    return { newer: changeProperty(library, name, { optional: !optional }), facts };
  },
  function deprecate(library, random) {
    const { name } = pick(library.props, random);
    return {
      newer: changeProperty(library, name, { comment: '@deprecated Use something else.' }),
      facts: [fact(name, 'deprecated')],
    };
  },
  function changeConstraint(library) {
    return {
      newer: { ...library, constraint: 'string | number' },
      facts: [fact('generic', 'widened'), fact('onGeneric', 'narrowed')],
    };
  },
];

/** Returns a random edit. */
export function createEdit(seed: number): Edit {
  const older = createLibrary(seed);
  const random = createRandom(seed + 1000);
  // Every second edit changes a type, because there are many kinds of it.
  const edit = (
    seed % 2 === 0 ? EDITS[0] : EDITS[1 + (((seed - 1) / 2) % (EDITS.length - 1))]
  ) as (typeof EDITS)[number];
  const { newer, facts } = edit(older, random, seed / 2);
  const kind = `${edit.name} ${facts.map(({ name, change }) => `${name} ${change}`).join(', ')}`;
  return { kind, older, newer, facts: facts.toSorted(byName) };
}

/** Orders facts. */
export function byName(one: Expected, other: Expected): number {
  return `${one.name} ${one.change}` < `${other.name} ${other.change}` ? -1 : 1;
}

function fact(name: string, change: Fact['change'], members?: Expected['members']): Expected {
  return { name: `Box#${name}`, change, ...(members && { members }) };
}

function ofRef(name: string, change: Fact['change']): Expected[] {
  return [fact(`ref.${name}`, change), { name: `BoxRef#${name}`, change }];
}

function changeProperty(library: Library, name: string, changes: Partial<Property>): Library {
  return { ...library, props: library.props.map((one) => (one.name === name ? { ...one, ...changes } : one)) };
}

function pick<T>(list: readonly T[], random: (below?: number) => number): T {
  return list[random(list.length)] as T;
}

/** Values of properties, of which each type accepts some. */
const VALUES = [
  "'x'",
  "'w'",
  "'on'",
  "'off'",
  "'other' as string",
  '1',
  'true',
  'null',
  "['x']",
  '[null]',
  '[1]',
  '{}',
  '{ limit: 1 }',
  '{ limit: false as const }',
  '{ filter: (text: string) => text.length > 0 }',
  '{ sort: true }',
  "{ head: 'x' }",
  "{ foot: 'x' }",
  "{ other: 'x' }",
  '{ other: 1 }',
  '(value: string, index: number) => {}',
  '(value: string | number) => {}',
  '(value: string) => {}',
  "(value: 'x') => {}",
  '() => {}',
  '(value: lib.Item) => value.id',
  '(value: lib.Item) => undefined',
  '(value: lib.Item) => 1',
  '<b />',
  "'x' as 'x' | 'y' | 'z'",
  'undefined',
];
const READS = [
  'ref.current?.r0();',
  'ref.current?.r0;',
  'const a: HTMLElement | null | undefined = ref.current?.r1;',
  'const b: number | undefined = ref.current?.r2;',
  'const b: number = ref.current!.r2;',
  "ref.current?.r3('y');",
  "const c: string = ref.current!.r3('x');",
  'ref.current!.r2.toFixed();',
  "const d: string | null = ref.current!.r3('x');",
  'const e: number = ref.current!.r4();',
  'const f: string = ref.current!.r5();',
];

/**
 * Returns the source of code that uses a library: it passes some values and reads some members of the ref.
 *
 * @param accepts returns true if a property of the older library accepts a value
 */
export function createConsumer(
  seed: number,
  { props }: Library,
  accepts: (type: string, value: string) => boolean,
): string {
  const random = createRandom(seed + 5000);
  const attributes = props.flatMap(({ name, type, optional }) => {
    const values = VALUES.filter((value) => accepts(type, value) && (optional || value !== 'undefined'));
    return optional && random(3) === 0 ? [] : [`${name}={${pick(values, random)}}`];
  });
  return `import * as React from 'react';
import * as lib from 'lib';
const ref = React.createRef<lib.BoxRef>();
export const box = <lib.Box ref={ref} ${attributes.join(' ')} onGeneric={(value: string) => {}} />;
export function read() { ${pick(READS, random)} }
`;
}

/** Returns the source of a file that checks each value for each type, one a line, with the pairs of the lines. */
export function valueChecks(): { text: string; pairs: [type: string, value: string][] } {
  const pairs = Object.keys(TYPES).flatMap((type) => VALUES.map((value): [string, string] => [type, value]));
  const lines = pairs.map(([type, value], index) => `export const v${index}: ${type} | undefined = ${value};`);
  const head =
    "import * as React from 'react'; import * as lib from 'lib'; type Item = lib.Item; type Part = 'head' | 'body';";
  return { text: [head, ...lines].join('\n'), pairs };
}
