import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ComparedApis } from '../../../../src/node/types/compare/compare-apis.ts';
import type { Fact } from '../../../../src/node/types/compare/compared-names.ts';
import { breakingOf } from '../../../../src/shared/api-changes/is-breaking.ts';
import { makeFolder } from '../../../helpers/folder.ts';
import { compareApis, missingImports } from '../../../helpers/library-types/compiler.ts';
import { writeFiles } from '../../../helpers/library-types/library.ts';

type Files = Record<string, string>;
type Version = string | Files;

const PROPS = 'export declare const Box: (props: BoxProps) => React.ReactElement;';

/** Compares two versions of a package: its `index.d.ts`, or all its files. */
async function compare(older: Version, newer: Version): Promise<ComparedApis> {
  const folder = makeFolder('compare');
  const [before, after] = [await publish(folder, 'older', older), await publish(folder, 'newer', newer)];
  return compareApis({ older: before, newer: after });
}

async function publish(folder: string, name: string, version: Version) {
  const files = typeof version === 'string' ? { 'index.d.ts': version } : version;
  const inPackage = ([file, text]: [string, string]) => [
    file.startsWith('node_modules/') ? file : `node_modules/lib/${file}`,
    /\.d\.ts$/.test(file) ? `import * as React from 'react';\n${text}` : text,
  ];
  const manifest = ['node_modules/lib/package.json', '{ "name": "lib", "version": "1.0.0", "types": "index.d.ts" }'];
  const dir = path.join(folder, name);
  await writeFiles(dir, Object.fromEntries([manifest, ...Object.entries(files).map(inPackage)]));
  return { dir, entry: 'lib', packageName: 'lib' };
}

/** Compares two versions of the props of a component. */
async function compareProps(older: string, newer: string) {
  const library = (props: string) => `${PROPS}\nexport interface BoxProps {\n${props}\n}`;
  return (await compare(library(older), library(newer))).facts;
}

/**
 * Compares many pairs of versions of the props of a component at once, because each comparison starts the compiler.
 * Returns the facts of each pair.
 */
async function compareAllProps(pairs: readonly (readonly [older: string, newer: string])[]) {
  const library = (side: 0 | 1): string =>
    pairs
      .map((pair, index) => `${PROPS}\nexport interface BoxProps {\n${pair[side]}\n}`.replaceAll('Box', `Box${index}x`))
      .join('\n');
  const { facts } = await compare(library(0), library(1));
  return pairs.map((_, index) =>
    facts
      .filter(({ name }) => name.startsWith(`Box${index}x#`))
      .map((fact) => ({ ...fact, name: fact.name.replace(`Box${index}x`, 'Box') })),
  );
}

const NAME = 'Box#a';

describe('facts', () => {
  /** Facts as text: the change, both types, and what else is known. */
  const NAMED: [what: string, older: string, newer: string, facts: string][] = [
    ['an added property', '', 'a?: string', 'added: string'],
    ['an added required property', '', 'a: 1', 'added: 1 {"required":true}'],
    ['a removed property', 'a?: string', '', 'removed: string'],
    ['a newly required property', 'a?: string', 'a: string', 'required'],
    ['a property that is optional now', 'a: string', 'a?: string', 'optional'],
    ['a wider type', 'a?: "x"', 'a?: "x" | "y"', 'widened: "x" → "x" | "y"'],
    ['a narrower type', 'a?: string | number', 'a?: string', 'narrowed: string | number → string'],
    ['another type', 'a?: string', 'a?: number', 'changed: string → number'],
    ['any instead of a type', 'a?: string', 'a?: any', 'widened: string → any'],
    ['a type instead of any', 'a?: any', 'a?: string', 'narrowed: any → string'],
    [
      'an added member',
      'a?: { x?: 1 }',
      'a?: { x?: 1; y?: 1 }',
      'widened: { x?: 1; } → { x?: 1; y?: 1; } {"members":{"added":["y"]}}',
    ],
    [
      'an added member of a mapped type',
      'a?: Partial<Record<"x", string>>',
      'a?: Partial<Record<"x" | "y", string>>',
      'widened: Partial<Record<"x", string>> → Partial<Record<"x" | "y", string>> {"members":{"added":["y"]}}',
    ],
    [
      'a removed member',
      'a?: boolean | { x?: 1; y?: 1 }',
      'a?: boolean | { x?: 1 }',
      'narrowed: boolean | { x?: 1; y?: 1; } → boolean | { x?: 1; } {"members":{"removed":["y"]}}',
    ],
    [
      'any in a member',
      'a?: { x?: any }',
      'a?: { x?: string }',
      'narrowed: { x?: any; } → { x?: string; } {"members":{"changed":["x"]}}',
    ],
    [
      'a callback with one more argument',
      'a?: (x: string) => void',
      'a?: (x: string, y: number) => void',
      'widened: (x: string) => void → (x: string, y: number) => void',
    ],
    [
      'a callback with another argument',
      'a?: (x: string) => void',
      'a?: (x: string | number) => void',
      'narrowed: (x: string) => void → (x: string | number) => void',
    ],
    [
      'a callback whose parameter may be anything now',
      'a?: (x: string) => void',
      'a?: (x: any) => void',
      'widened: (x: string) => void → (x: any) => void',
    ],
    [
      'a callback whose parameter may not be anything any more',
      'a?: { x: (y: { z: any }) => void }',
      'a?: { x: (y: { z: string }) => void }',
      'narrowed: { x: (y: { z: any; }) => void; } → { x: (y: { z: string; }) => void; } {"members":{"changed":["x"]}}',
    ],
    [
      'a declared member, which could have any type before',
      'a?: { [key: string]: any }',
      'a?: { x?: string; [key: string]: any }',
      'narrowed: { [key: string]: any; } → { [key: string]: any; x?: string; } {"members":{"added":["x"]}}',
    ],
    ['a deprecation', 'a?: string', '/** @deprecated use `b` */ a?: string', 'deprecated {"text":"use `b`"}'],
    ['a withdrawn deprecation', '/** @deprecated */ a?: 1', 'a?: 1', 'undeprecated'],
    ['another documented default', '/** @default 1 */ a?: number', '/** @default 2 */ a?: number', 'default: 1 → 2'],
    ['nothing', 'a?: string', 'a?: string', ''],
  ];
  const asText = ({ name, change, from, to, ...more }: Fact): string => {
    expect(name).toBe(NAME);
    const types = [from, to].filter((type) => type !== undefined).join(' → ');
    const rest = Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : '';
    return change + (types && `: ${types}`) + rest;
  };
  let named: string[];

  beforeAll(async () => {
    const facts = await compareAllProps(NAMED.map(([, older, newer]) => [older, newer]));
    named = facts.map((all) => all.map(asText).join('; '));
  });

  it.each(NAMED.map(([what, , , facts], index) => ({ what, facts, index })))('name $what', ({ facts, index }) => {
    expect(named[index]).toBe(facts);
  });

  it('treat what is read in another way than what is passed', async () => {
    const differences = async (older: string, newer: string) =>
      (await compareProps(`a?: ${older}`, `a?: ${newer}`)).map(({ change }) => change);
    const callback = (info: string) => `(info: { x: 1; ${info} }) => void`;
    // The compiler does not check for unknown members in an object that is received.
    expect(await differences(callback(''), callback('y?: 1'))).toEqual([]);
    expect(await differences(callback('y?: 1'), callback(''))).toEqual(['narrowed']);
    expect(await differences(callback('y: any'), callback('y: string'))).toEqual(['narrowed']);
    const passed = (value: string) => `(set: (value: { x: 1; ${value} }) => void) => void`;
    expect(await differences(passed(''), passed('y?: 1'))).toEqual(['widened']);
    const read = async (older: string, newer: string) =>
      (await compare(`export declare const a: ${older};`, `export declare const a: ${newer};`)).facts;
    expect(await read('{ x: 1 }', '{ x: 1; y?: 1 }')).toEqual([]);
    expect(await read('{ x: 1; y?: 1 }', '{ x: 1 }')).toMatchObject([{ change: 'widened', read: true }]);
  });

  it('cut long types', async () => {
    const values = Array.from({ length: 200 }, (_, index) => `'value-${index}'`).join(' | ');
    const [{ to } = { to: '' }] = await compareProps('', `a?: ${values}`);
    expect(to).toHaveLength(301);
    expect(to).toMatch(/^"value-0".*…$/);
  });

  it('suggest what replaces a removed property', async () => {
    const replacements = async (older: string, newer: string) =>
      (await compareProps(older, newer)).flatMap(({ name, replacement }) => (replacement ? [[name, replacement]] : []));
    expect(await replacements('dropdownClassName?: string', 'popupClassName?: string; popupStyle?: string')).toEqual([
      ['Box#dropdownClassName', 'popupClassName'],
    ]);
    expect(await replacements('dropdownClassName?: string', 'popupClassName?: number')).toEqual([]);
    expect(await replacements('dropdownClassName?: string', 'popupClassName: string | undefined')).toEqual([]);
    expect(await replacements('onShow?: () => void', 'onHide?: () => void')).toEqual([]);
    const deprecated = '/** @deprecated Use `size.large`, not `color`. */\nbig?: 1;\nsize?: string';
    expect(await replacements(deprecated, 'size?: string')).toEqual([['Box#big', 'size']]);
  });

  it('suggest which export may have another name now', async () => {
    const component = (name: string, props: string) =>
      `export declare const ${name}: (props: { ${props} }) => React.ReactElement;`;
    const type = (name: string, members: string) => `export interface ${name} { ${members} }`;
    const { facts } = await compare(
      [
        component('PanelGroup', 'id?: string; direction?: 1; onLayout?: () => void; tagName?: string'),
        component('PanelHandle', 'id?: string; tagName?: string'),
        component('Gone', 'x?: 1'),
        type('ImperativeHandle', 'getLayout(): 1; setLayout(): void'),
        type('Data', 'a: 1; b: 1; c: 1; d: 1'),
      ].join('\n'),
      [
        component('Group', 'id?: string; orientation?: 1; onLayout?: () => void'),
        component('Other', 'y?: 1'),
        component('Card', 'id?: string; title?: string'),
        type('GroupHandle', 'getLayout(): 1; setLayout(): void; id: string'),
        type('Values', 'a: 1; b: 1; c: 1; d: 1; e: 1'),
      ].join('\n'),
    );
    const pairs = facts.flatMap(({ name, replacement }) => (replacement ? [[name, replacement]] : []));
    expect(pairs).toEqual([
      ['PanelGroup', 'Group'],
      ['ImperativeHandle', 'GroupHandle'],
      ['Data', 'Values'],
    ]);
  });

  it('name changed default values in the code, if those of both versions can be read', async () => {
    const library = (defaults: string): Files => ({
      'index.d.ts': `export interface BoxProps { a?: number; b?: string; c?: boolean } ${PROPS}`,
      'index.js': `export const Box = ({ ${defaults} }) => null;`,
    });
    const { facts } = await compare(library("a = 1, b = 'x', c"), library("a = 2, b = 'x', c = true"));
    expect(facts).toEqual([
      { name: 'Box#a', change: 'default', from: '1', to: '2' },
      { name: 'Box#c', change: 'default', to: 'true' },
    ]);
    expect((await compare(library('a = 1'), library('a'))).facts).toEqual([]);
    expect((await compare(library('a = LIMIT, c = true'), library('a = 10, c = true'))).facts).toEqual([]);
  });

  it('name what changed at exports', async () => {
    const { facts, names } = await compare(
      `export declare const Old: (props: { a?: 1 }) => React.ReactElement;
       export declare function use(name: string): string | undefined;
       export declare const limit: number;
       export type Mode = 'x';`,
      `export declare const New: (props: { a: 1 }) => React.ReactElement;
       export declare function use(name: string): string;
       export declare const limit: number | undefined;
       export type Mode = 'x' | 'y';`,
    );
    expect(names).toEqual(['Mode', 'New', 'New#a', 'limit', 'use']);
    expect(facts).toEqual([
      { name: 'Old', change: 'removed' },
      { name: 'Old#a', change: 'removed' },
      { name: 'New', change: 'added' },
      { name: 'New#a', change: 'added', required: true },
      {
        name: 'use',
        change: 'narrowed',
        from: '(name: string) => string | undefined',
        to: '(name: string) => string',
        read: true,
      },
      { name: 'limit', change: 'widened', from: 'number', to: 'number | undefined', read: true },
      { name: 'Mode', change: 'widened', from: '"x"', to: '"x" | "y"' },
    ]);
  });

  it('name members of refs, which are read', async () => {
    const library = (members: string) => `
      export interface BoxRef { ${members} }
      export declare const Box: React.ForwardRefExoticComponent<{ b?: 1 } & React.RefAttributes<BoxRef>>;`;
    const { facts } = await compare(library('focus(): void; value: string'), library('value: string | number'));
    expect(facts).toEqual([
      { name: 'BoxRef#focus', change: 'removed', from: '() => void', read: true },
      { name: 'Box#ref.focus', change: 'removed', from: '() => void', read: true },
      { name: 'BoxRef#value', change: 'widened', from: 'string', to: 'string | number', read: true },
      { name: 'Box#ref.value', change: 'widened', from: 'string', to: 'string | number', read: true },
    ]);
  });

  it('cover each state of a switch, and constraints of other parameters', async () => {
    const library = (value: string) => `
      export interface BoxProps<V extends string | number = string, M extends boolean = false> {
        a?: M extends true ? ${value} : V;
        b?: (value: V) => void;
      }
      export declare const Box: <V extends string | number = string, M extends boolean = false>(
        props: BoxProps<V, M>,
      ) => React.ReactElement;`;
    expect((await compare(library('V[]'), library('V[]'))).facts).toEqual([]);
    const { facts } = await compare(library('V[]'), library('(V | null)[]'));
    expect(facts.map(({ name, change }) => [name, change])).toEqual([[NAME, 'widened']]);
  });

  it('compare all states of a switch that only one version has', async () => {
    const box = 'export declare const Box';
    const older = `export interface BoxProps { a?: string | string[]; b?: boolean; c?: string }
      ${box}: (props: BoxProps) => React.ReactElement;`;
    const newer = `export interface BoxProps<M extends boolean = false> {
        a?: M extends true ? (string | null)[] : string | null; b?: M; c?: M extends true ? string[] : string;
      }
      ${box}: <M extends boolean = false>(props: BoxProps<M>) => React.ReactElement;`;
    const changes = async (one: string, other: string) =>
      (await compare(one, other)).facts.map(({ name, change }) => [name, change]);
    expect(await changes(older, newer)).toEqual([
      ['Box#a', 'widened'],
      ['Box#c', 'widened'],
    ]);
    expect(await changes(newer, older)).toEqual([
      ['Box#a', 'narrowed'],
      ['Box#c', 'narrowed'],
    ]);
  });

  it('cover the constraint of a switch that accepts more than booleans', async () => {
    const older = `export interface BoxProps { a?: React.ReactNode } ${PROPS}`;
    const newer = `export interface BoxProps<M extends React.ReactNode = false> { a?: M }
      export declare const Box: <M extends React.ReactNode = false>(props: BoxProps<M>) => React.ReactElement;`;
    expect((await compare(older, newer)).facts).toEqual([]);
  });

  it('are none for attributes of DOM elements', async () => {
    const library = (props: string) => `
      export interface BoxProps extends Omit<React.HTMLAttributes<HTMLDivElement>, 'title'> { ${props} }
      ${PROPS}`;
    const { facts, names } = await compare(`${PROPS} export interface BoxProps { b?: 1 }`, library('b?: 1'));
    expect(facts).toEqual([]);
    expect(names).toEqual(['Box', 'Box#b', 'BoxProps']);
    const own = await compare(library('b?: 1'), library('b?: 1; onClick?: () => void'));
    const click = { from: 'MouseEventHandler<HTMLDivElement>', to: '() => void' };
    expect(own.facts).toEqual([
      { name: 'Box#onClick', change: 'declared' },
      { name: 'Box#onClick', change: 'narrowed', ...click },
    ]);
    const inherited = await compare(
      library('b?: 1; /** @deprecated */ id?: string; onClick?: () => void'),
      library('b?: 1'),
    );
    expect(inherited.names).toEqual(['Box', 'Box#b', 'BoxProps']);
    expect(inherited.facts).toEqual([
      { name: 'Box#id', change: 'inherited' },
      { name: 'Box#onClick', change: 'inherited' },
      { name: 'Box#onClick', change: 'widened', from: click.to, to: click.from },
    ]);
  });
});

describe('an exported type', () => {
  /** Changes of `Info`. */
  const CHANGES: Record<string, [older: string, newer: string]> = {
    added: ['x: 1', 'x: 1; y: 1'],
    removed: ['x: 1; y?: 1', 'x: 1'],
    required: ['x: 1; y?: 1', 'x: 1; y: 1'],
    optional: ['x: 1; y: 1', 'x: 1; y?: 1'],
    widened: ['x: 1 | undefined', 'x: 1 | 2 | undefined'],
    narrowed: ['x: 1 | 2', 'x: 1'],
    harmless: ['x: 1', 'x: 1; y?: 1'],
  };
  const PASSED = ['added', 'removed', 'required', 'narrowed'];
  const READ = ['removed', 'optional', 'widened'];
  const BOTH = ['added', 'removed', 'required', 'optional', 'widened', 'narrowed'];
  /** Where a library uses `Info`, and which changes are breaking then. */
  const USES: [what: string, use: string, breaking: string[]][] = [
    ['a prop', `${PROPS} export interface BoxProps { a?: Info[] }`, PASSED],
    ['a parameter', 'export declare function use(infos: Record<string, Info>): void;', PASSED],
    ['the result of a callback', `${PROPS} export interface BoxProps { get?: () => Promise<Info> }`, PASSED],
    ['an argument of a callback', `${PROPS} export interface BoxProps { on?: (info: Info | null) => void }`, READ],
    ['an argument of a render prop', `${PROPS} export interface BoxProps { as?: React.ComponentType<Info> }`, READ],
    ['a result', 'export declare function use(): { all: Info[] };', READ],
    ['a constant', 'export declare const info: Info;', READ],
    ['a class', 'export declare class Store { get(): Info }', READ],
    ['the argument of a listener', 'export declare function on(listen: (info: Info) => void): void;', READ],
    ['a ref', `${PROPS} export interface BoxProps { handle?: React.Ref<Info> }`, READ],
    [
      'a ref whose value is also kept in a state',
      `export declare function use(): [Info, React.Dispatch<React.SetStateAction<Info>>];
       export declare const Box: React.ForwardRefExoticComponent<React.RefAttributes<Info>>;`,
      READ,
    ],
    ['a context', 'export declare const Context: React.Context<Info>;', BOTH],
    ['a state', 'export declare function use(): [Info, React.Dispatch<React.SetStateAction<Info>>];', BOTH],
    [
      'part of another type',
      `${PROPS} export interface BoxProps { on?: (one: { next: Omit<Info, 'z'> }) => void }`,
      READ,
    ],
    [
      'part of a type that extends it',
      `interface More extends Info { z: 1 } ${PROPS} export interface BoxProps { on?: (more: More) => void }`,
      READ,
    ],
    ['no use', '', PASSED],
  ];
  let facts: Fact[];

  /** Makes the names that a text declares different from those of other texts. */
  const numbered = (text: string, number: string): string => {
    const names = Array.from(text.matchAll(/\b(?:interface|const|function|class) (\w+)/g), ([, name]) => name);
    return text.replace(new RegExp(`(?<![.\\w])(?:${names.join('|')})\\b`, 'g'), `$&${number}`);
  };

  beforeAll(async () => {
    // All uses are compared at once, because each comparison starts the compiler.
    const library = (side: 0 | 1): string =>
      USES.flatMap(([, use], index) =>
        Object.entries(CHANGES).map(([name, versions]) =>
          numbered(`export interface Info { ${versions[side]} }\n${use}`, `_${index}_${name}`),
        ),
      ).join('\n');
    ({ facts } = await compare(library(0), library(1)));
  });

  it.each(
    USES.map((row, index) => [...row, index] as const),
  )('is judged by its use: %s', (_, _use, breaking, index) => {
    const isBreaking = (change: string): boolean =>
      breakingOf(facts.filter(({ name }) => name.replace(/#.*/, '').endsWith(`_${index}_${change}`))).size > 0;
    expect(Object.keys(CHANGES).filter(isBreaking)).toEqual(breaking);
  });

  it('that names a class which is not exported is used like the class', async () => {
    const library = (state: string) => `
      export {};
      declare class Picker<T> extends React.Component { items: T[]; state: ${state} }
      export type PickerInstance<T = unknown> = Picker<T>;
      export interface BoxProps { a?: 1 }
      export declare const Box: <T = unknown>(props: BoxProps & React.RefAttributes<Picker<T>>) => React.ReactElement;`;
    const { facts } = await compare(library('{ a: 1 }'), library('{ a: 1 | 2 }'));
    expect(facts.map(({ name, change, read }) => [name, change, read])).toEqual([
      ['PickerInstance#state', 'widened', true],
      ['Box#ref.state', 'widened', true],
    ]);
  });

  it('changes once, and not where its name is used', async () => {
    const library = (members: string) => `
      export interface Info { ${members} }
      export interface Handle<T = unknown> { get(): Info; all: T[] }
      export type Infos = Info[] | Record<string, Info>;
      export declare function useHandle<T>(info?: Info): React.RefObject<Handle<T> | null>;
      export interface BoxProps {
        handle?: React.Ref<Handle>; on?: (event: { info: Info; infos: Infos }) => Info; all?: Infos | Map<string, Info>;
      }
      ${PROPS}`;
    const { facts } = await compare(library('a: 1'), library('a: 1 | 2; b: 1'));
    expect(facts.map(({ name, change }) => [name, change])).toEqual([
      ['Info#a', 'widened'],
      ['Info#b', 'added'],
    ]);
  });

  it('does not hide other changes of what uses it', async () => {
    const library = (members: string, use: string) => `
      export interface Info { ${members} }
      ${PROPS} export interface BoxProps { on?: (info: Info, ${use}) => void }`;
    const { facts } = await compare(library('a: 1', 'x: 1'), library('a: 1; b: 1', 'x: 1 | 2'));
    expect(facts.map(({ name, change }) => [name, change])).toEqual([
      ['Info#b', 'added'],
      ['Box#on', 'narrowed'],
    ]);
    // The compiler rejects code that assigns the function, because of `Info#a`: of the function, only the rest is judged.
    const called = (member: string, argument: string) => `
      export interface Info { a: ${member} }
      export declare function use(info: Info): { get: (value: ${argument}) => void };`;
    const { facts: ofFunction } = await compare(called('1 | 2', '1'), called('1', '1 | 2'));
    expect(ofFunction.map(({ name, change, read }) => [name, change, read])).toEqual([
      ['Info#a', 'narrowed', undefined],
      ['use', 'narrowed', true],
    ]);
    expect([...breakingOf(ofFunction)].map(({ name }) => name)).toEqual(['Info#a']);
    const generic = (type: string) =>
      `export interface Info<T> { a: T; b: ${type} } export declare const info: Info<${type}>;`;
    expect((await compare(generic('1'), generic('1 | 2'))).facts.map(({ name }) => name)).toEqual(['Info#b', 'info']);
  });

  it('that only one version exports is compared where it is used', async () => {
    const library = (keyword: string, members: string) =>
      `export {}; ${keyword} interface Info { ${members} } ${PROPS} export interface BoxProps { a?: Info }`;
    const { facts } = await compare(library('', 'x: 1 | 2'), library('export', 'x: 1'));
    expect(facts.map(({ name }) => name)).toContain('Box#a');
  });
});

it('names a function that takes fewer arguments as breaking', async () => {
  const use = (parameters: string) => `export declare function use(${parameters}): void;`;
  const changes = async (older: string, newer: string) =>
    (await compare(use(older), use(newer))).facts.map(({ change }) => change);
  expect(await changes('a: 1, b: 1', 'a: 1')).toEqual(['changed']);
  expect(await changes('a: 1, b?: 1', 'a: 1')).toEqual(['changed']);
  expect(await changes('a: 1, b: 1', 'a: 1, ...rest: 1[]')).toEqual([]);
  expect(await changes('a: 1', 'a: 1, b?: 1')).toEqual(['narrowed']);
  expect(await changes('a: 1', 'a: 1, b: 1')).toEqual(['widened']);
});

describe('no fact', () => {
  it('for attributes that a package picks from other types of React than the installed ones', async () => {
    const picked = (names: string) =>
      `${PROPS} export type BoxProps = Pick<React.HTMLAttributes<HTMLDivElement>, ${names}> & { own?: unknown };`;
    const { facts, names } = await compare(picked("'id'"), picked("'id' | 'placeholder' | 'onPointerEnterCapture'"));
    expect(facts).toEqual([]);
    expect(names).toEqual(['Box', 'Box#own', 'BoxProps']);
    const record = (names: string) => `${PROPS} export type BoxProps = Record<${names}, unknown>;`;
    expect((await compare(record("'a'"), record("'a' | 'b'"))).facts).toMatchObject([
      { name: 'Box#b', change: 'added' },
    ]);
  });

  const EQUAL: [what: string, older: string, newer: string][] = [
    ['names of parameters', 'a?: (x: string) => void', 'a?: (value: string) => void'],
    ['the order of a union', 'a?: "x" | "y" | 1', 'a?: 1 | "y" | "x"'],
    ['the order of properties', 'a?: 1; b?: 2', 'b?: 2; a?: 1'],
    ['an inline type', 'a?: { x?: 1 }', 'a?: Partial<{ x: 1 }>'],
    ['undefined in an optional type', 'a?: string', 'a?: string | undefined'],
    ['doc comments', 'a?: 1', '/** Says more. */ a?: 1'],
    ['a utility type', 'a?: Record<"x" | "y", 1>', 'a?: { x: 1; y: 1 }'],
    ['an array', 'a?: string[]', 'a?: Array<string>'],
    ['a method', 'a?: (x: string) => void', 'a?(x: string): void'],
    ['open literals', 'a?: "x" | (string & {})', 'a?: (string & {}) | "x"'],
    [
      'a declared member of the type that other members have',
      'a?: { [x: string]: 1 | undefined }',
      'a?: { b?: 1; [x: string]: 1 | undefined }',
    ],
    ['names of type parameters', 'a?: <T>(x: T) => T[]', 'a?: <Value>(x: Value) => Value[]'],
    ['a promise', 'a?: Promise<string>', 'a?: Promise<string | never>'],
  ];
  let found: object[][];

  beforeAll(async () => {
    found = await compareAllProps(EQUAL.map(([, older, newer]) => [older, newer]));
  });

  it.each(EQUAL.map(([what], index) => ({ what, index })))('for $what', ({ index }) => {
    expect(found[index]).toEqual([]);
  });

  it.each([
    ['an interface instead of a type', 'type Info = { x: 1; y?: 2 }', 'interface Info { x: 1; y?: 2 }'],
    ['an intersection', 'type Info = { x: 1; y?: 2 }', 'type Info = { x: 1 } & { y?: 2 }'],
    [
      'inherited members',
      'interface Info { x: 1 }',
      "interface Info extends Omit<Base, 'y'> {} interface Base { x: 1; y: 2 }",
    ],
    ['keyof', "type Info = { a: 'x' | 'y' }", 'type Info = { a: keyof { x: 1; y: 2 } }'],
    ['template literals', "type Info = { a: 'x-a' | 'x-b' }", `type Info = { a: \`x-\${'a' | 'b'}\` }`],
  ])('for %s', async (_, older, newer) => {
    const library = (info: string) => `export {}; ${info} ${PROPS} export interface BoxProps { info?: Info }`;
    expect((await compare(library(older), library(newer))).facts).toEqual([]);
    expect((await compare(library(newer), library(older))).facts).toEqual([]);
  });

  it.each([
    ['a function instead of a constant', 'declare const use: (x: 1) => 2;', 'declare function use(x: 1): 2;'],
    [
      'overloads in the same order',
      'declare function use(x: string): 1; declare function use(x: number): 2;',
      'declare const use: { (value: string): 1; (value: number): 2 };',
    ],
    [
      'a name of React',
      'declare const use: React.FC<{ a?: 1 }>;',
      'declare const use: React.FunctionComponent<{ a?: 1 }>;',
    ],
    [
      'the default export',
      'declare const use: () => null; export default use;',
      'export { use as default }; declare const use: () => null;',
    ],
  ])('for %s', async (_, older, newer) => {
    const library = (code: string) =>
      `${PROPS} export interface BoxProps {} ${code.replace(/^(?!.*export)/, 'export { use }; ')}`;
    expect((await compare(library(older), library(newer))).facts).toEqual([]);
  });

  it('for a property that moves to another file or another package', async () => {
    const inherits = `import type { Base } from './base'; ${PROPS} export interface BoxProps extends Base { b?: 1 }`;
    const base = 'export interface Base { a?: { x: string } }';
    const own = `${PROPS} export interface BoxProps { b?: 1; a?: { x: string } }`;
    const moved = { 'index.d.ts': inherits, 'base.d.ts': base };
    const dependency = {
      'index.d.ts': inherits.replace('./base', 'base'),
      'node_modules/base/index.d.ts': base,
      'node_modules/base/package.json': '{ "name": "base", "version": "1.0.0" }',
    };
    expect((await compare(own, moved)).facts).toEqual([]);
    expect((await compare(moved, dependency)).facts).toEqual([]);
    expect((await compare(dependency, own)).facts).toEqual([]);
  });

  it('for classes with private members and unique symbols of the same name', async () => {
    const library = `export declare class Store { private secret; get(): string }
      declare const key: unique symbol;
      ${PROPS} export interface BoxProps { store?: Store | null; key2?: typeof key; use?: (store: Store) => void }`;
    expect((await compare(library, `${library}\n`)).facts).toEqual([]);
    const { facts } = await compare(library, library.replace('get(): string', 'get(): string; set(): void'));
    expect(facts.map(({ name, change }) => [name, change])).toContainEqual(['Store#set', 'added']);
  });

  it('for an alias with another name, and for types that contain themselves', async () => {
    const library = (name: string) => `export {}; type ${name} = { next?: ${name}; x: (value: ${name}) => ${name}[] };
      ${PROPS} export interface BoxProps { a?: ${name} }`;
    expect((await compare(library('Node1'), library('Node2'))).facts).toEqual([]);
  });

  it('for a component with signatures for different types, of which one is any', async () => {
    const library = `export interface Item<T> { value?: T; next?: Item<T> }
      export interface BoxProps<T> { items?: Item<T>[]; use?: (item: Item<T>) => void; data?: T }
      export declare const Box: React.ForwardRefExoticComponent<BoxProps<any>> & {
        <T extends any>(props: BoxProps<T>): React.ReactElement;
      };`;
    expect((await compare(library, `${library}\n`)).facts).toEqual([]);
  });

  it('for unions whose parts fit each other', async () => {
    const type = (value: string) => `a?: { x?: any } | { x?: ${value}; y?: 1 } | { x?: number }`;
    expect(await compareProps(type('string'), type('string'))).toEqual([]);
  });

  it('for a constant with the version of the package', async () => {
    const library = (version: string) => `export declare const version: "${version}";`;
    expect((await compare(library('5.0.7'), library('5.1.0-beta.1'))).facts).toEqual([]);
  });

  it('for generic functions', async () => {
    const library = (name: string) =>
      `export declare function pick<${name} extends object>(value: ${name}): keyof ${name};`;
    expect((await compare(library('T'), library('Value'))).facts).toEqual([]);
  });
});

it('finds packages without types, and imports that do not resolve', async () => {
  const folder = makeFolder('compare');
  const untyped = await publish(folder, 'untyped', { 'index.js': '' });
  const typed = await publish(folder, 'typed', {
    'index.d.ts': `import type { Other } from 'other/lib/Other'; export { x } from './x'; export type A = Other;`,
    'x.d.ts': "export declare const x: import('another').X;",
  });
  expect(compareApis({ newer: untyped })).toEqual({ facts: [] });
  expect(missingImports({ side: typed }).missing.map(({ specifier }) => specifier)).toEqual([
    'another',
    'other/lib/Other',
  ]);
  expect(compareApis({ newer: typed }).names).toEqual(['A', 'x']);
});
