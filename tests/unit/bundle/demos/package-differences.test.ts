import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findServerNeeds } from '../../../../src/node/bundle/demos/package-differences.ts';
import { makeFolder, OUTSIDE } from '../../../helpers/folder.ts';

const root = makeFolder('packages', OUTSIDE);

/** What a package needs on the server, if these of its files are used in the browser. */
function needsOf(packageJson: object, files: string[], name = 'pkg') {
  const dir = path.join(root, 'node_modules', name);
  fs.mkdirSync(dir, { recursive: true });
  fs.writeFileSync(path.join(dir, 'package.json'), JSON.stringify(packageJson));
  return findServerNeeds(files.map((file) => path.join(dir, file)));
}

describe('a package for browsers and Node', () => {
  it.each<[string, object, string[], boolean]>([
    ['has one entry', { main: 'a.js', module: 'a.mjs' }, ['a.mjs'], false],
    ['has another main file', { main: 'a.js', browser: 'b.js' }, ['b.js'], true],
    ['has another main file that no bundler uses', { module: 'a.mjs', browser: 'b.js' }, ['a.mjs'], false],
    ['replaces a file', { browser: { './a.js': './b.js' } }, ['b.js'], true],
    ['replaces a file that is not used', { browser: { './a.js': './b.js' } }, ['c.js'], false],
    ['removes a file', { browser: { './a.js': false } }, ['a.js'], true],
    ['has a condition', { exports: { browser: './b.js', default: './a.js' } }, ['b.js'], true],
    [
      'has a nested condition',
      { exports: { '.': { import: { browser: './b.mjs', default: './a.mjs' } }, './c': { browser: './c.js' } } },
      ['b.mjs'],
      true,
    ],
    [
      'has a condition for an unused file',
      { exports: { '.': './a.js', './c': { browser: './c.js' } } },
      ['a.js'],
      false,
    ],
    ['has a pattern', { exports: { './*': { browser: './browser/*.js', default: './*.js' } } }, ['browser/x.js'], true],
    ['has another file for Node', { exports: { node: './n.js', default: './a.js' } }, ['a.js'], true],
    [
      'has an equivalent file for Node',
      { exports: { node: './a.cjs', import: './a.js', default: './a.cjs' } },
      ['a.js'],
      false,
    ],
    ['has private imports', { imports: { '#dom': { browser: './dom.js', default: './none.js' } } }, ['dom.js'], true],
  ])('%s', (_what, packageJson, files, expected) => {
    expect(needsOf(packageJson, files).isOther).toBe(expected);
  });

  it('needs its styles to be collected', () => {
    const needs = needsOf({}, ['es/index.js', 'es/other.js'], '@ant-design/cssinjs');
    expect(needs.collected).toEqual([
      ['@ant-design/cssinjs', path.join(root, 'node_modules/@ant-design/cssinjs/es/index.js')],
    ]);
  });
});
