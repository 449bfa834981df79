import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Diagnostic, DiagnosticError } from '../../../src/node/base/diagnostics/diagnostic.ts';
import { importConfig } from '../../../src/node/bundle/config-module.ts';
import { makeFolder, OUTSIDE } from '../../helpers/folder.ts';

const root = makeFolder('config-module', OUTSIDE);

/** Writes the files, and imports the first one. */
async function importFiles(files: Record<string, string>): Promise<{ config: unknown; inputs: string[] }> {
  for (const [file, text] of Object.entries(files)) {
    await fs.mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await fs.writeFile(path.join(root, file), text);
  }
  const inputs = new Set<string>();
  const config = await importConfig(path.join(root, Object.keys(files)[0] ?? ''), root, { inputs });
  return { config, inputs: [...inputs].map((file) => path.relative(root, file)).sort() };
}

describe('importConfig', () => {
  it.each(['a.ts', 'b.mts', 'c.js', 'd.mjs'])('provides the globals of Node in %s', async (name) => {
    const source = `import path from 'node:path';
      import { defineConfig } from 'dumi';
      import { shared } from './lib/shared';
      const fs = require('fs');
      export default defineConfig({
        dir: __dirname, file: __filename, url: import.meta.url, cwd: process.cwd(), src: path.resolve('src'),
        exists: fs.existsSync(__filename), home: process.env.HOME, shared,
      });`;
    const { config, inputs } = await importFiles({
      [name]: source,
      'lib/shared.ts': 'export const shared = __dirname;',
    });
    const filePath = path.join(root, name);
    expect(config).toEqual({
      dir: root,
      file: filePath,
      url: pathToFileURL(filePath).href,
      cwd: root,
      src: path.join(root, 'src'),
      exists: true,
      home: process.env.HOME,
      shared: path.join(root, 'lib'),
    });
    expect(inputs).toEqual([name, 'lib/shared.ts']);
  });

  it('accepts CommonJS', async () => {
    const source = `const { defineConfig } = require('umi');
      const { resolve } = require('path');
      module.exports = defineConfig({ dir: __dirname, src: resolve('./src'), part: require('./part.json') });`;
    const { config } = await importFiles({ 'common.js': source, 'part.json': '{"a": 1}' });
    expect(config).toEqual({ dir: root, src: path.join(root, 'src'), part: { a: 1 } });
  });

  it('accepts CommonJS that was compiled from an ES module', async () => {
    const source = 'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = { title: "A" };';
    expect((await importFiles({ 'compiled.js': source })).config).toEqual({ title: 'A' });
  });

  it('does not replace names that the file declares', async () => {
    const source = `import { createRequire } from 'node:module';
      import { dirname, join } from 'node:path';
      import { fileURLToPath } from 'node:url';
      const require = createRequire(import.meta.url);
      const __dirname = join(dirname(fileURLToPath(import.meta.url)), 'below');
      export default { dir: __dirname, same: require.resolve('./own.mjs') === fileURLToPath(import.meta.url) };`;
    expect((await importFiles({ 'own.mjs': source })).config).toEqual({ dir: path.join(root, 'below'), same: true });
  });

  it('reports the location of a syntax error', async () => {
    const promise = importFiles({ 'broken.ts': 'const a = __dirname;\nexport default {' });
    await expect(promise).rejects.toMatchObject({ exitCode: 2, diagnostics: [{ location: { line: 2 } }] });
  });
});

const PACKAGE = (name: string, where: string) => ({
  [`${where}node_modules/${name}/package.json`]: `{ "name": "${name}", "exports": { "import": "./esm.mjs", "require": "./cjs.cjs" } }`,
  [`${where}node_modules/${name}/esm.mjs`]: `export const at = '${where}esm';\n`,
  [`${where}node_modules/${name}/cjs.cjs`]: `exports.at = '${where}cjs';\n`,
});

describe('imports of packages', () => {
  const USE = `import { at } from 'below';
    const required = require('below').at;
    export const all = [at, (await import('below')).at, required];
    export default all;`;

  it('in a file of another folder are resolved from that file', async () => {
    await importFiles({ 'none.ts': 'export default {};', ...PACKAGE('below', 'docs/'), 'docs/tokens.data.ts': USE });
    const exported = await importConfig(path.join(root, 'docs/tokens.data.ts'), root, { name: 'tokens.data.ts' });
    expect(exported).toEqual(['docs/esm', 'docs/esm', 'docs/cjs']);
  });

  it('in a file that the configuration imports are resolved from that file', async () => {
    const { config } = await importFiles({
      'far.ts': "export { all as default } from './packages/shared/config';",
      ...PACKAGE('below', ''),
      ...PACKAGE('below', 'packages/shared/'),
      'packages/shared/config.ts': USE,
    });
    expect(config).toEqual(['packages/shared/esm', 'packages/shared/esm', 'packages/shared/cjs']);
  });

  it('report a missing package in a file of another folder', async () => {
    await importFiles({
      'none.ts': 'export default {};',
      'docs/a.data.ts': "\nimport 'no-such';\nexport default {};\n",
    });
    const promise = importConfig(path.join(root, 'docs/a.data.ts'), root, { name: 'a.data.ts' });
    await expect(promise).rejects.toMatchObject({
      diagnostics: [{ code: 'CD401', location: { file: 'docs/a.data.ts', line: 2, column: 9 } }],
    });
  });
});

const placeOf = (location: Diagnostic['location']) => `${location?.file}:${location?.line}:${location?.column}`;

describe('an import of a package that is not installed', () => {
  it.each([
    [
      'import.ts',
      "import path from 'node:path';\nimport { a } from 'no-such';\nexport default { a, path };\n",
      {},
      'import.ts:2:20',
    ],
    ['sub.ts', "import a from 'no-such/sub.js';\nexport default { a };\n", {}, 'sub.ts:1:16'],
    ['required.js', "// no-such\nmodule.exports = require('no-such');\n", {}, 'required.js:2:27'],
    [
      'whole.ts',
      "export { a as default } from './lib/a';\n",
      { 'lib/a.ts': "\nexport { a } from '@no/such';\n" },
      'lib/a.ts:2:20',
    ],
    ['lazy.ts', "const a = await import('no-such');\nexport default a;\n", {}, 'lazy.ts:1:25'],
  ])('is reported at its line in %s', async (name, source, others, place) => {
    const failed = await importFiles({ [name]: source, ...others }).catch((error: unknown) => error);
    const { exitCode, diagnostics } = failed as DiagnosticError;
    expect(exitCode).toBe(2);
    expect(diagnostics.map(({ code, text, notes, location }) => [code, text, notes, placeOf(location)])).toEqual([
      [
        'CD401',
        expect.stringMatching(/^Cannot find module: (?:no-such|@no\/such)/),
        [expect.stringMatching(/^Install it \(`npm install (?:no-such|@no\/such)`\) or correct the import\.$/)],
        place,
      ],
    ]);
  });

  it('by a package is an error of that package', async () => {
    const files = {
      'by.ts': "import 'installed';\nexport default {};\n",
      'node_modules/installed/index.js': "import 'no-such';\n",
      'node_modules/installed/package.json': '{ "type": "module", "main": "index.js" }',
    };
    await expect(importFiles(files)).rejects.toMatchObject({ diagnostics: [{ code: 'CD101' }] });
  });
});

it.each([
  ['throw null;', '1:1', 'null'],
  ['// Comment\n  throw undefined;', '2:3', 'undefined'],
  ["throw 'Set the variable FOO';", '1:1', 'Set the variable FOO'],
  ['await null; throw 42;', '1:13', '42'],
  ['await Promise.reject(null);', '1:1', 'null'],
])('locates what a configuration file throws: %s', async (code, place, reason) => {
  const failed = await importFiles({ 'throws.ts': `${code}\nexport default {};\n` }).catch((error: unknown) => error);
  const { diagnostics } = failed as DiagnosticError;
  expect(diagnostics.map(({ code, text, location }) => [code, text, placeOf(location)])).toEqual([
    ['CD101', `The configuration file threw an error: ${reason}`, `throws.ts:${place}`],
  ]);
});

it.each([
  ['hangs', 'while (true);', 0.1],
  ['hangs after an await', 'await null; while (true);', 0.6],
  ['waits', 'await new Promise((resolve) => setTimeout(resolve, 1e6));', 0.6],
  ['throws a text and hangs', "if (process.env.NEVER) throw 'Set the variable';\nwhile (true);", 0.6],
])('stops a configuration file that %s, and reports its name', async (_, code, seconds) => {
  const filePath = path.join(root, 'endless.ts');
  await fs.writeFile(filePath, `${code}\nexport default {};\n`);
  const failed = await importConfig(filePath, root, { timeout: 100 }).catch((error: unknown) => error);
  expect(failed).toMatchObject({
    exitCode: 2,
    diagnostics: [
      {
        code: 'CD101',
        text: `The configuration file cannot be loaded: it takes longer than ${seconds} s`,
        location: { file: 'endless.ts', line: 1, column: 1 },
      },
    ],
  });
  expect((await fs.readdir(root)).filter((name) => name.startsWith('.'))).toEqual([]);
});
