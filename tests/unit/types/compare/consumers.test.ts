/** Breaking facts against the compiler's own answer: generated code that uses the older version is compiled with both versions. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findBinary } from '../../../../src/node/types/compiler/binary.ts';
import { breakingOf } from '../../../../src/shared/api-changes/is-breaking.ts';
import { makeFolder } from '../../../helpers/folder.ts';
import { compareApis } from '../../../helpers/library-types/compiler.ts';
import { writeFiles } from '../../../helpers/library-types/library.ts';
import { createRandom } from '../../../helpers/random.ts';

/** A member of the exported type. */
interface Member {
  type: string;
  isOptional: boolean;
}

/** A version of a library that takes or returns one exported type. */
type Members = Record<string, Member>;

const USES = {
  passed: 'export declare function set(info: Info): void;',
  prop: 'export declare const Box: (props: { info?: Info }) => null;',
  read: 'export declare function get(): Info;',
  callback: 'export declare function on(listen: (info: Info) => void): void;',
};
type Use = keyof typeof USES;

/** Types of members, each with how code uses a value of it beside its type: `(…)` calls it, `.y` reads a member. */
const TYPES: Record<string, string | undefined> = {
  "'a'": undefined,
  "'a' | 'b'": undefined,
  "'a' | 'b' | null": undefined,
  number: undefined,
  "'a'[]": undefined,
  "('a' | 'b')[]": undefined,
  '{ x: 1 }': undefined,
  '{ x: 1; y?: 2 }': '.y',
  '{ x: 1; y: 2 }': '.y',
  "(v: 'a') => 'r'": "('a')",
  "(v: 'a' | 'b') => 'r'": "('a')",
  "(v: 'a') => 'r' | 's'": "('a')",
  "(v: 'a', w: 'b') => 'r'": "('a', 'b')",
  "(v: 'a', w?: 'b') => 'r'": "('a', 'b')",
  '(v: { x: 1 }) => void': '({ x: 1 })',
  '(v: { x: 1; y?: 2 }) => void': '({ x: 1, y: 2 })',
};

function literalType(members: Members): string {
  return `{ ${Object.entries(members)
    .map(([name, { type, isOptional }]) => `${name}${isOptional ? '?' : ''}: ${type};`)
    .join(' ')} }`;
}

function library(members: Members, uses: readonly Use[]): string {
  return `export interface Info ${literalType(members)}\n${uses.map((use) => USES[use]).join('\n')}\n`;
}

/** Returns modules that use the version in each way that its types permit. */
function consumersOf(members: Members, uses: readonly Use[]): string[] {
  const entries = Object.entries(members);
  const value = (wanted: typeof entries): string =>
    `{ ${wanted.map(([name, { type }]) => `${name}: null! as ${type}`).join(', ')} }`;
  const required = entries.filter(([, { isOptional }]) => !isOptional);
  const values = [value(entries), value(required), ...entries.map((one) => value([...new Set([...required, one])]))];
  const reads = (info: string): string[] => [
    `const all: ${literalType(members)} = ${info};`,
    ...entries.map(
      ([name, { type, isOptional }]) => `const got: ${isOptional ? `undefined | (${type})` : type} = ${info}.${name};`,
    ),
    ...entries.flatMap(([name, { type, isOptional }]) => {
      const use = TYPES[type];
      const chain = isOptional ? `?.${use?.replace(/^\./, '')}` : use;
      return use === undefined ? [] : [`const used: number | string | void | undefined = ${info}.${name}${chain};`];
    }),
  ];
  const named = entries.map(([name]) => `import type { Info } from 'lib';\nexport type Named = Info['${name}'];`);
  const used = uses.flatMap((use) => {
    if (use === 'passed') return values.map((one) => `import { set } from 'lib';\nset(${one});`);
    if (use === 'prop') return values.map((one) => `import { Box } from 'lib';\nBox({ info: ${one} });`);
    if (use === 'read') return reads('get()').map((one) => `import { get } from 'lib';\n${one}`);
    return reads('info').map((one) => `import { on } from 'lib';\non((info) => { ${one} });`);
  });
  return [...named, ...used];
}

type Random = ReturnType<typeof createRandom>;

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[random(items.length)] as Item;
}

const memberOf = (random: Random): Member => ({ type: pick(random, Object.keys(TYPES)), isOptional: random(3) === 0 });

/** Returns a later version: at most two members were added, removed or changed. */
function changed(random: Random, older: Members): Members {
  const newer = { ...older };
  for (let count = random(2) + 1; count > 0; count--) {
    const name = pick(random, ['a', 'b', 'c']);
    const known = newer[name];
    if (!known) newer[name] = memberOf(random);
    else if (random(4) === 0) delete newer[name];
    else if (random(3) === 0) newer[name] = { ...known, isOptional: !known.isOptional };
    else newer[name] = { ...known, type: pick(random, Object.keys(TYPES)) };
  }
  return newer;
}

/** Returns the modules that the compiler rejects, as paths in the folder. */
function rejectedIn(folder: string): Map<string, string> {
  let printed = '';
  try {
    execFileSync(findBinary(), ['-p', folder, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
  } catch (error) {
    printed = (error as { stdout: string }).stdout;
  }
  const lines = [...printed.matchAll(/^([^\s(]+)\(\d+,\d+\): (.*)$/gm)];
  return new Map(lines.map(([, file = '', text = '']) => [file, text]));
}

const CONFIG = JSON.stringify({
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: true, module: 'esnext', moduleResolution: 'bundler', types: [] },
  },
  include: ['**/*.ts'],
});
const COUNT = 100;

it('breaking facts are those, and only those, after which the compiler rejects code that worked', {
  timeout: 120_000,
}, async () => {
  const folder = makeFolder('consumers');
  const random = createRandom(49);
  const names = Object.keys(USES) as Use[];
  const pairs = Array.from({ length: COUNT }, (_, index) => {
    const older = Object.fromEntries(
      ['a', 'b', 'c'].filter(() => random(3) > 0).map((name) => [name, memberOf(random)]),
    );
    const [first, second] = [pick(random, names), pick(random, names)];
    const uses = random(3) === 0 ? [...new Set([first, second])] : [first];
    return { index, older, newer: changed(random, older), uses };
  });
  const sideOf = (index: number, side: string) => ({
    dir: path.join(folder, String(index), side),
    entry: 'lib',
    packageName: 'lib',
  });
  // The compiler reads only one of two packages with the same name and version.
  for (const { index, older, newer, uses } of pairs)
    for (const [side, members] of Object.entries({ older, newer })) {
      const consumers = consumersOf(older, uses).map((text, place) => [`${place}.ts`, text]);
      await writeFiles(sideOf(index, side).dir, {
        'node_modules/lib/package.json': `{ "name": "lib", "version": "${index}.0.0-${side}", "types": "index.d.ts" }`,
        'node_modules/lib/index.d.ts': library(members, uses),
        ...Object.fromEntries(consumers),
      });
    }
  await writeFiles(folder, { 'tsconfig.json': CONFIG });
  const rejected = rejectedIn(folder);
  expect([...rejected].filter(([file]) => file.includes('older'))).toEqual([]);
  const kinds = new Set<string>();
  const wrong = pairs.flatMap(({ index, older, newer, uses }) => {
    const { facts } = compareApis({ older: sideOf(index, 'older'), newer: sideOf(index, 'newer') });
    const breaking = breakingOf(facts);
    for (const { change } of breaking) kinds.add(change);
    const isBreaking = breaking.size > 0;
    const errors = [...rejected].filter(([file]) => file.startsWith(`${index}/newer/`));
    if (isBreaking === errors.length > 0) return [];
    return [{ uses, older: literalType(older), newer: literalType(newer), facts, errors: errors.slice(0, 1) }];
  });
  expect(wrong).toEqual([]);
  expect([...kinds].sort()).toEqual(['added', 'changed', 'narrowed', 'optional', 'removed', 'required', 'widened']);
  // Both answers occur often.
  const broken = new Set([...rejected.keys()].map((file) => file.split('/')[0])).size;
  expect(broken).toBeGreaterThan(COUNT / 3);
  expect(broken).toBeLessThan((COUNT * 4) / 5);
});
