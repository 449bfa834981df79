import { execFile } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isBreaking } from '../../src/shared/api-changes/is-breaking.ts';
import { makeFolder } from '../helpers/folder.ts';
import {
  byName,
  createConsumer,
  createEdit,
  createLibrary,
  printLibrary,
  valueChecks,
} from '../helpers/library-types/api-edits.ts';
import { compareApis } from '../helpers/library-types/compiler.ts';
import { projectRoot, writeFiles } from '../helpers/library-types/library.ts';

type Files = Record<string, string>;

const EDITS = 60;
const CONSUMERS = 120;

/** Writes a version of the package `lib`. The compiler reads only one of two packages with the same name and version. */
async function publish(dir: string, files: Files | string, version = '1.0.0') {
  const all: Files = typeof files === 'string' ? { 'index.d.ts': files } : files;
  const inPackage = Object.entries(all).map(([file, text]) => [
    file.startsWith('node_modules/') ? file : `node_modules/lib/${file}`,
    text,
  ]);
  const manifest = JSON.stringify({ name: 'lib', version, types: 'index.d.ts' });
  await writeFiles(dir, { ...Object.fromEntries(inPackage), 'node_modules/lib/package.json': manifest });
  return { dir, entry: 'lib', packageName: 'lib' };
}

async function compare(older: Files | string, newer: Files | string) {
  const folder = makeFolder('api-edits');
  const sides = {
    older: await publish(path.join(folder, 'older'), older),
    newer: await publish(path.join(folder, 'newer'), newer),
  };
  return compareApis(sides).facts;
}

describe('edits', () => {
  it(`each of ${EDITS} leads to its facts`, { timeout: 120_000 }, async () => {
    const wrong: unknown[] = [];
    for (let seed = 0; seed < EDITS; seed++) {
      const { kind, older, newer, facts } = createEdit(seed);
      const found = await compare(printLibrary(older), printLibrary(newer));
      const short = found.map(({ name, change, members }) => ({ name, change, ...(members && { members }) }));
      if (JSON.stringify(short.sort(byName)) !== JSON.stringify(facts)) wrong.push({ seed, kind, facts, found });
    }
    expect(wrong).toEqual([]);
  });
});

describe('edits of the text only', () => {
  const head = `import * as React from 'react';\n`;
  const box = 'export declare const Box: (props: BoxProps) => React.ReactElement;\n';
  const props = (text: string, before = '') => `${head}${before}export interface BoxProps {\n${text}\n}\n${box}`;

  it.each<[string, Files | string, Files | string]>([
    ['an alias', props("a?: 'x' | 'y'"), props('a?: Mode', "export {}; type Mode = 'x' | 'y';\n")],
    [
      'a renamed alias',
      props('a?: A', 'export {}; type A = { x: 1 };\n'),
      props('a?: B', 'export {}; type B = { x: 1 };\n'),
    ],
    ['names of parameters', props('a?: (x: string) => void'), props('a?: (value: string) => void')],
    ['the order of a union', props("a?: 'x' | 1 | { y: 1 } | null"), props("a?: null | { y: 1 } | 1 | 'x'")],
    ['the order of properties', props('a?: 1; b?: { c: 1; d: 2 }'), props('b?: { d: 2; c: 1 }; a?: 1')],
    [
      'a move to another file',
      props('a?: Item', 'export interface Item { x?: Item[] }\n'),
      {
        'index.d.ts': props('a?: Item', "import type { Item } from './item'; export type { Item };\n"),
        'item.d.ts': 'export interface Item { x?: Item[] }',
      },
    ],
    [
      'a move to another package',
      props('a?: Item', 'export {}; interface Item { x?: Item[]; use: (item: Item) => Item | null }\n'),
      {
        'index.d.ts': props('a?: Item', "import type { Item } from 'item';\n"),
        'node_modules/item/index.d.ts': 'export interface Item { x?: Item[]; use: (item: Item) => Item | null }',
        'node_modules/item/package.json': '{ "name": "item", "version": "1.0.0" }',
      },
    ],
    [
      'an interface instead of a type',
      `${head}export type BoxProps = { a?: 1; b: Data }; export type Data = { x: string };\n${box}`,
      `${head}export interface BoxProps { a?: 1; b: Data } export interface Data { x: string }\n${box}`,
    ],
    ['inline props', props('a?: 1; b: string'), `${head}export type BoxProps = { a?: 1; b: string };\n${box}`],
    [
      'an inline object',
      props('a?: Data', 'export {}; interface Data { x?: 1; y: 2 }\n'),
      props('a?: { x?: 1; y: 2 }'),
    ],
    [
      'another notation of arrays',
      props('a?: (string | null)[]; b?: readonly 1[]'),
      props('a?: Array<string | null>; b?: ReadonlyArray<1>'),
    ],
    [
      'an array of objects',
      props('a?: { x: 1 }[]; b?: [x: 1, y: 2]'),
      props('a?: Array<Item>; b?: [1, 2]', 'export {}; type Item = { x: 1 };\n'),
    ],
    ['comments', props('a?: 1'), props('/** Does something.\n * @example 1 */\n// more\na?: 1')],
    ['utility types', props('a?: 1; b?: 2'), `${head}export type BoxProps = Partial<{ a: 1; b: 2 }>;\n${box}`],
    [
      'inherited props',
      props('a?: 1; b?: string'),
      props('b?: string', 'interface Base { a?: 1; c?: 2 }\n')
        .replace('BoxProps {', "BoxProps extends Omit<Base, 'c'> {")
        .concat('export {};'),
    ],
    ['an intersection', props('a?: { x: 1; y?: 2 }'), props('a?: { x: 1 } & { y?: 2 }')],
    [
      'a function instead of a constant',
      props('a?: 1'),
      props('a?: 1').replace('const Box: (props: BoxProps) =>', 'function Box(props: BoxProps):'),
    ],
    [
      'React.FC',
      props('a?: 1').replace('(props: BoxProps) => React.ReactElement', 'React.FC<BoxProps>'),
      props('a?: 1').replace('(props: BoxProps) => React.ReactElement', 'React.FunctionComponent<BoxProps>'),
    ],
    [
      'overloads in the same order',
      `${head}export declare function use(x: string): 1;\nexport declare function use(x: number): 2;\n`,
      `${head}export declare const use: { (value: string): 1; (value: number): 2 };\n`,
    ],
    [
      'an exported alias of an export',
      props('a?: 1'),
      props('a?: 1').replace('export declare const Box', 'export { Inner as Box }; declare const Inner'),
    ],
    ['names of type parameters', props('a?: <T>(x: T) => T[]'), props('a?: <Value>(x: Value) => Value[]')],
    ['keyof', props("a?: 'x' | 'y'"), props('a?: keyof { x: 1; y: 2 }')],
    ['template literals', props("a?: 'x-a' | 'x-b'"), props(`a?: \`x-\${'a' | 'b'}\``)],
    [
      'an enum that moves',
      props('a?: E', 'export declare enum E { A = 1, B = 2 }\n'),
      {
        'index.d.ts': props('a?: E', "import { E } from './e'; export { E };\n"),
        'e.d.ts': 'export declare enum E { A = 1, B = 2 }',
      },
    ],
    ['undefined', props('a?: string; b?: { c?: 1 }'), props('a?: string | undefined; b?: { c?: 1 | undefined }')],
    [
      'the default export',
      `${head}declare const Box: () => null;\nexport default Box;`,
      `${head}export { Box as default }; declare const Box: () => null;`,
    ],
  ])('%s: no fact', async (_, older, newer) => {
    expect(await compare(older, newer)).toEqual([]);
    expect(await compare(newer, older)).toEqual([]);
  });
});

describe('consumers', () => {
  it(`each of ${CONSUMERS} that the compiler no longer accepts has a breaking fact`, { timeout: 240_000 }, async () => {
    const folder = makeFolder('api-consumers');
    const accepts = await createAccepts(folder);
    const consumers: { file: string; text: string; kind: string; breaks: boolean }[] = [];
    for (let seed = 0; seed < CONSUMERS / 2; seed++) {
      const { kind, older, newer } = createEdit(seed);
      const sides = {
        older: await publish(path.join(folder, `older-${seed}`), printLibrary(older), `1.0.${seed}`),
        newer: await publish(path.join(folder, `newer-${seed}`), printLibrary(newer), `2.0.${seed}`),
      };
      const breaks = compareApis(sides).facts.some(isBreaking);
      for (const index of [0, 1]) {
        const text = createConsumer(2 * seed + index, older, accepts);
        const file = `${seed}/${index}.tsx`;
        await writeFiles(folder, { [`older-${file}`]: text, [`newer-${file}`]: text });
        consumers.push({ file, text, kind, breaks });
      }
    }
    const errors = await errorsOf(
      folder,
      consumers.flatMap(({ file }) => [`older-${file}`, `newer-${file}`]),
    );
    const rejected = consumers.filter(({ file }) => !errors.has(`older-${file}`) && errors.has(`newer-${file}`));
    expect(consumers.filter(({ file }) => errors.has(`older-${file}`))).toEqual([]);
    expect(rejected.filter(({ breaks }) => !breaks)).toEqual([]);
    expect(rejected.length).toBeGreaterThan(10);
  });
});

/** Reads from the compiler which values the types of the library accept. */
async function createAccepts(folder: string): Promise<(type: string, value: string) => boolean> {
  const { text, pairs } = valueChecks();
  await publish(path.join(folder, 'values'), printLibrary(createLibrary(0)));
  await writeFiles(folder, { 'values/values.tsx': text });
  const lines = (await errorsOf(folder, ['values/values.tsx'])).get('values/values.tsx') ?? [];
  // The first line has the imports.
  const accepted = new Set(pairs.filter((_, index) => !lines.includes(index + 2)).map(String));
  return (type, value) => accepted.has(String([type, value]));
}

/** Compiles files. Returns the lines with errors of each file that has some. */
function errorsOf(dir: string, files: string[]): Promise<Map<string, number[]>> {
  const tsc = path.join(projectRoot, 'node_modules/typescript/bin/tsc');
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--types', ''];
  const modules = ['--jsx', 'react-jsx', '--module', 'esnext', '--moduleResolution', 'bundler', '--pretty', 'false'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [tsc, ...options, ...modules, ...files], { cwd: dir }, (error, stdout) => {
      const found = new Map<string, number[]>();
      for (const [, file = '', line] of stdout.matchAll(/^([\w./-]+)\((\d+),\d+\): error/gm))
        found.set(file, [...(found.get(file) ?? []), Number(line)]);
      if (error && found.size === 0) reject(new Error(stdout));
      else resolve(found);
    });
  });
}
