import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readModule } from '../../../../src/node/bundle/barrels/read-module.ts';
import {
  type BarrelReader,
  type ReducedBarrel,
  reduceBarrel,
} from '../../../../src/node/bundle/barrels/reduce-barrel.ts';

const SOURCE = '/site/src';
const PACKAGE = '/site/node_modules/kit';

/** Reduces the file `index` of a folder with these files. A package has no side effects. */
async function reduce(
  files: Record<string, string>,
  names: string[],
  {
    folder = SOURCE,
    hasSideEffects = folder === SOURCE,
    running = new Map(),
    read,
  }: {
    folder?: string;
    hasSideEffects?: boolean;
    running?: BarrelReader['running'];
    read?: (filePath: string) => void;
  } = {},
): Promise<ReducedBarrel | undefined> {
  const nameOf = (wanted: string) =>
    Object.keys(files).find((file) => file === wanted || file.replace(/\.\w+$/, '') === wanted);
  const records = {
    of(filePath: string) {
      const name = path.relative(folder, filePath);
      read?.(name);
      const text = files[name];
      return text === undefined ? undefined : readModule(text, path.extname(filePath));
    },
  };
  const resolve = async (specifier: string) => {
    const name = nameOf(path.posix.normalize(specifier));
    if (name === undefined) return undefined;
    const kind = name.endsWith('.css') ? ('style' as const) : ('script' as const);
    return { filePath: path.join(folder, name), kind, hasSideEffects };
  };
  const filePath = path.join(folder, nameOf('index') ?? '');
  return await reduceBarrel({ filePath, kind: 'script', hasSideEffects }, new Set(names), {
    records,
    resolve,
    running,
  });
}

it('lists its names in the order of the barrel', async () => {
  const files = {
    'index.js': "export { Z } from './z'; export { A } from './a';",
    'z.js': 'export const Z = 1;',
    'a.js': 'export const A = 1;',
  };
  expect((await reduce(files, ['A', 'Z'], { folder: PACKAGE }))?.names).toEqual(['Z', 'A']);
});

describe('a reduced barrel', () => {
  it.each<[form: string, barrel: string, names: string[], text: string]>([
    ['names', "export { A, B } from './a';\nexport { C } from './c';", ['A'], 'export { A as A } from "./a";'],
    ['other names', "export { A as B } from './a';", ['B'], 'export { A as B } from "./a";'],
    ['default exports', "export { default as A } from './a';", ['A'], 'export { default as A } from "./a";'],
    [
      'imported names',
      "import { A } from './a';\nimport C from './c';\nexport { A, C };",
      ['C'],
      'export { default as C } from "./c";',
    ],
    [
      'an imported default',
      "import A from './a';\nexport default A;",
      ['default'],
      'export { default as default } from "./a";',
    ],
    ['all names', "export * from './a';\nexport * from './c';", ['C'], 'export { C as C } from "./c";'],
    ['an object', "export * as all from './a';", ['all'], 'export * as all from "./a";'],
    ['quoted names', 'export { A as "a-b" } from \'./a\';', ['a-b'], 'export { A as "a-b" } from "./a";'],
  ])('exports %s', async (_, barrel, names, text) => {
    const files = {
      'index.ts': barrel,
      'a.ts': 'export const A = 1, B = 2; export default A;',
      'c.ts': 'export const C = 3; export default C;',
    };
    expect((await reduce(files, names))?.text).toBe(text);
  });

  it('keeps the order of the barrel, which is the order of style sheets', async () => {
    const barrel = "export { B } from './b';\nexport { A } from './a';";
    const reduced = await reduce({ 'index.ts': barrel, 'a.ts': 'export const A = 1;', 'b.ts': 'export const B = 1;' }, [
      'A',
      'B',
    ]);
    expect(reduced?.text).toBe('export { B as B } from "./b";\nexport { A as A } from "./a";');
  });

  it('looks for effects once, whatever names are imported', async () => {
    const files = {
      'index.ts': "export { A } from './a';\nexport { B } from './b';\nexport { C } from './c';",
      'a.ts': 'export const A = 1;',
      'b.ts': 'export const B = 1;',
      'c.ts': 'globalThis.c = 1;\nexport const C = 1;',
    };
    const reads: string[] = [];
    const options = { running: new Map(), read: (name: string) => void reads.push(name) };
    const both = await Promise.all([reduce(files, ['A'], options), reduce(files, ['B'], options)]);
    expect(both.map((reduced) => reduced?.text.split('\n').at(-1))).toEqual(['import "./c";', 'import "./c";']);
    expect(reads.filter((name) => name === 'c.ts')).toHaveLength(1);
  });

  it('keeps style sheets of the barrel, and modules with effects', async () => {
    const files = {
      'index.ts':
        "import './base.css';\nimport './setup';\nexport { A } from './a';\nexport { B } from './b';\nexport { C } from './c';",
      'base.css': '',
      'setup.ts': 'globalThis.answer = 42;',
      'a.tsx': "import './a.css';\nexport const A = () => <b />;\nA.displayName = 'A';",
      'a.css': '',
      'b.ts': "import { other } from './other';\nexport const B = other;",
      'other.ts': "import { register } from './a';\nregister('other');\nexport const other = 1;",
      'c.ts': 'export const C = 1;',
    };
    expect((await reduce(files, ['C']))?.text.split('\n')).toEqual([
      'import "./base.css";',
      'import "./setup";',
      'import "./b";',
      'export { C as C } from "./c";',
    ]);
  });

  it('leaves out everything else if the package has no side effects', async () => {
    const files = {
      'index.js': "import './setup.js';\nexport { A } from './a.js';",
      'setup.js': 'setup();',
      'a.js': 'export const A = 1;',
    };
    expect((await reduce(files, ['A'], { folder: PACKAGE }))?.text).toBe('export { A as A } from "./a.js";');
  });

  it.each<[form: string, code: string]>([
    [
      'TypeScript',
      'Object.defineProperty(exports, "__esModule", { value: true });\nvar a_1 = require("./a");\nObject.defineProperty(exports, "A", { enumerable: true, get: function () { return a_1.A; } });',
    ],
    [
      'Babel',
      'Object.defineProperty(exports, "__esModule", { value: true });\nexports.B = exports.A = void 0;\nvar _a = _interopRequireDefault(require("./a"));\nexports.A = _a.A;',
    ],
    [
      '`__exportStar`',
      'Object.defineProperty(exports, "__esModule", { value: true });\n__exportStar(require("./b"), exports);\n__exportStar(require("./a"), exports);',
    ],
    [
      '`forEach`',
      'Object.defineProperty(exports, "__esModule", { value: true });\nvar _a = require("./a");\nObject.keys(_a).forEach(function (key) {\n  Object.defineProperty(exports, key, { get: function () { return _a[key]; } });\n});',
    ],
  ])('reads CommonJS by %s', async (_, code) => {
    const compiled = (name: string) =>
      `Object.defineProperty(exports, "__esModule", { value: true });\nexports.${name} = 1;`;
    const files = { 'index.js': code, 'a.js': compiled('A'), 'b.js': compiled('B') };
    expect((await reduce(files, ['A'], { folder: PACKAGE }))?.text).toBe('export { A as A } from "./a";');
  });
});

describe('a module is not reduced', () => {
  const files = { 'a.ts': 'export const A = 1;', 'b.ts': 'export const A = 2;' };

  it.each<[when: string, barrel: string]>([
    ['it declares the name', "export { B } from './b';\nexport const A = 1;"],
    ['it does not export the name', "export { B } from './b';"],
    ['two modules export the name', "export * from './a';\nexport * from './b';"],
    ['a module is not known', "export * from 'elsewhere';\nexport * from './a';"],
    ['it has effects', "export { A } from './a';\nstart();"],
    ['it has a syntax error', "export { A } from './a'; ]"],
  ])('if %s', async (_, barrel) => {
    expect(await reduce({ 'index.ts': barrel, ...files }, ['A'])).toBeUndefined();
  });

  it('if its package has side effects', async () => {
    const barrel = { 'index.js': "export { A } from './a.js';", 'a.js': 'export const A = 1;' };
    expect(await reduce(barrel, ['A'], { folder: PACKAGE, hasSideEffects: true })).toBeUndefined();
  });
});

describe('the names that a module imports', () => {
  it('leave out types', () => {
    const text = "import { A, type B, C } from './a';\nimport type { D } from './d';\nexport const value: C = A;";
    expect(readModule(text, '.ts')?.imports).toEqual(new Map([['./a', new Set(['A'])]]));
  });

  it('are read from casts and enumerations of TypeScript, which have no effects', () => {
    const text = "import { A } from './a';\nexport const value = <string>A;\nenum Size { Small }";
    const record = readModule(text, '.ts');
    expect(record?.imports).toEqual(new Map([['./a', new Set(['A'])]]));
    expect(record?.hasEffects).toBe(false);
  });

  it('include all names of an object', () => {
    expect(readModule("import * as all from './a';\nall.b;", '.js')?.imports).toEqual(
      new Map([['./a', new Set(['*'])]]),
    );
  });
});
