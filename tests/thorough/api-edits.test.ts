import { execFile } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isBreaking } from '../../src/node/types/history/is-breaking.ts';
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

async function publish(dir: string, files: Files | string) {
  const all: Files = typeof files === 'string' ? { 'index.d.ts': files } : files;
  const inPackage = Object.entries(all).map(([file, text]) => [
    file.startsWith('node_modules/') ? file : `node_modules/lib/${file}`,
    text,
  ]);
  const manifest = '{ "name": "lib", "version": "1.0.0", "types": "index.d.ts" }';
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
    const { text, pairs } = valueChecks();
    await publish(path.join(folder, 'values'), printLibrary(createLibrary(0)));
    await writeFiles(folder, { 'values/values.tsx': text });
    const refused = await errorsOf(path.join(folder, 'values'));
    const accepted = new Set(pairs.filter((_, index) => !refused.has(`values.tsx:${index + 2}`)).map(String));
    const accepts = (type: string, value: string): boolean => accepted.has(String([type, value]));
    const wrong: unknown[] = [];
    const counts = { valid: 0, rejected: 0, breaking: 0 };
    for (let seed = 0; seed < CONSUMERS; seed += 2) {
      const { kind, older, newer } = createEdit(seed / 2);
      const [before, after] = [path.join(folder, `${seed}-older`), path.join(folder, `${seed}-newer`)];
      const files = Object.fromEntries(
        [0, 1].map((index) => [`${index}.tsx`, createConsumer(seed + index, older, accepts)]),
      );
      const sides = {
        older: await publish(before, printLibrary(older)),
        newer: await publish(after, printLibrary(newer)),
      };
      for (const dir of [before, after]) await writeFiles(dir, files);
      const facts = compareApis(sides).facts;
      const breaks = facts.some(isBreaking);
      const errors = [await errorsOf(before), await errorsOf(after)].map(
        (found) => new Set([...found].map((one) => one.split(':')[0])),
      );
      for (const file of Object.keys(files)) {
        if (errors[0]?.has(file)) continue;
        counts.valid++;
        if (breaks) counts.breaking++;
        if (!errors[1]?.has(file)) continue;
        counts.rejected++;
        if (!breaks) wrong.push({ seed, kind, facts, text: files[file] });
      }
    }
    expect(wrong).toEqual([]);
    expect(counts.rejected).toBeGreaterThan(10);
  });
});

/** Compiles the sources of a folder. Returns the files and lines with errors. */
function errorsOf(dir: string): Promise<Set<string>> {
  const tsc = path.join(projectRoot, 'node_modules/typescript/bin/tsc');
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--jsx',
    'react-jsx',
    '--moduleResolution',
    'bundler',
    '--module',
    'esnext',
    '--types',
    '',
  ];
  const files = /values$/.test(dir) ? ['values.tsx'] : ['0.tsx', '1.tsx'];
  return new Promise((resolve) => {
    execFile(process.execPath, [tsc, ...options, ...files], { cwd: dir }, (_, stdout) => {
      const found = [...stdout.matchAll(/^([\w.]+)\((\d+),\d+\): error/gm)];
      if (found.length === 0 && /error/.test(stdout)) throw new Error(stdout);
      resolve(new Set(found.map(([, file, line]) => `${file}:${line}`)));
    });
  });
}
