import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { relativePath } from '../../../src/node/base/files/paths.ts';
import type { Library } from '../../../src/node/project/libraries.ts';
import { subpathOf, subpathPaths, subpathSource } from '../../../src/node/project/library-subpaths.ts';
import { makeFolder } from '../../helpers/folder.ts';

/** Creates a package with these files, and functions that resolve its subpaths relative to its folder. */
function packageOf(exported: unknown, files: string[]) {
  const dir = makeFolder('subpaths');
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    fs.writeFileSync(path.join(dir, file), '');
  }
  fs.writeFileSync(path.join(dir, 'package.json'), JSON.stringify({ name: 'kit', exports: exported }));
  const library: Library = { name: 'kit', dir, entry: path.join(dir, 'src/index.ts') };
  const relative = (file: string | undefined) => file && relativePath(dir, file);
  return {
    sourceOf: (below: string) => relative(subpathSource(library, below)),
    nameOf: (file: string) => subpathOf(library, path.join(dir, file)),
    paths: () =>
      Object.fromEntries(
        Object.entries(subpathPaths(library)).map(([name, places]) => [name, places.map((place) => relative(place))]),
      ),
  };
}

describe('a subpath of a package', () => {
  it.each([
    ['./dist/headless.js', 'src/headless.ts'],
    [{ types: './dist/headless.d.ts', import: './dist/headless.mjs' }, 'src/headless.ts'],
    [{ import: { types: './dist/types/headless.d.mts', default: './dist/esm/headless.mjs' } }, 'src/headless.ts'],
    ['./lib/headless/index.cjs', 'src/headless/index.tsx'],
    [['./dist/headless.js', null], 'src/headless.ts'],
    [{ source: './src/own/headless.tsx', default: './dist/headless.js' }, 'src/own/headless.tsx'],
    ['../outside.js', undefined],
    [null, undefined],
  ])('resolves with the target %j to %s', (target, expected) => {
    const isFolder = expected?.includes('index');
    const files = ['src/own/headless.tsx', isFolder ? 'src/headless/index.tsx' : 'src/headless.ts'];
    expect(packageOf({ './headless': target }, files).sourceOf('headless')).toBe(expected);
  });

  it('resolves with the longest matching pattern', () => {
    const exported = { './*': './dist/*.js', './icons/*': './dist/assets/icons/*/index.js', './icons/secret/*': null };
    const { sourceOf } = packageOf(exported, ['src/button.tsx', 'src/assets/icons/box/index.tsx', 'src/icons/box.tsx']);
    expect([sourceOf('button'), sourceOf('icons/box'), sourceOf('icons/secret/box')]).toEqual([
      'src/button.tsx',
      'src/assets/icons/box/index.tsx',
      undefined,
    ]);
  });

  it('resolves to the source of a style sheet, or to the built one', () => {
    const exported = { './styles.css': './dist/styles.css', './theme.css': './dist/theme.css', './a.css': './a.css' };
    const files = ['src/styles.scss', 'dist/styles.css', 'dist/theme.css', 'a.css'];
    const { sourceOf } = packageOf(exported, files);
    expect(['styles.css', 'theme.css', 'a.css'].map(sourceOf)).toEqual(['src/styles.scss', 'dist/theme.css', 'a.css']);
  });

  it('resolves only if the package exports it', () => {
    const files = ['src/headless.ts', 'src/index.ts'];
    expect(packageOf({ '.': './dist/index.js' }, files).sourceOf('headless')).toBe(undefined);
    expect(packageOf('./dist/index.js', files).sourceOf('headless')).toBe(undefined);
  });

  it('resolves to any file by convention if the package has no `exports`', () => {
    const files = ['src/button/index.tsx', 'src/styles.less', 'assets/icons.css', 'src/icons.css'];
    const { sourceOf } = packageOf(undefined, files);
    expect(['button', 'es/button', 'lib/button/index.js', 'dist/styles.css', 'assets/icons.css'].map(sourceOf)).toEqual(
      ['src/button/index.tsx', 'src/button/index.tsx', 'src/button/index.tsx', 'src/styles.less', 'assets/icons.css'],
    );
    expect(sourceOf('../outside')).toBe(undefined);
  });
});

it('finds the exported subpath of a source file', () => {
  const exported = {
    './headless': './dist/hooks.js',
    './parts/*': './dist/parts/*.js',
    './styles.css': './dist/s.css',
  };
  const { nameOf } = packageOf(exported, ['src/hooks.ts', 'src/parts/box.tsx', 'src/s.css', 'src/own.ts']);
  expect(['src/hooks.ts', 'src/parts/box.tsx', 'src/s.css', 'src/own.ts'].map(nameOf)).toEqual([
    'headless',
    'parts/box',
    'styles.css',
    undefined,
  ]);
});

it('maps subpaths to sources for TypeScript', () => {
  const exported = {
    '.': './dist/index.js',
    './headless': './dist/hooks.js',
    './parts/*': './dist/parts/*.js',
    './s.css': './s.css',
  };
  expect(packageOf(exported, ['src/hooks.ts', 'src/parts/box.tsx', 's.css']).paths()).toEqual({
    'kit/headless': ['src/hooks.ts'],
    'kit/parts/*': ['src/parts/*'],
  });
  expect(packageOf(undefined, []).paths()).toMatchObject({ 'kit/*': ['src/*', '*'], 'kit/es/*': ['src/*'] });
});
