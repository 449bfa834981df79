import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBoundary } from '../../../../src/node/bundle/demos/package-boundary.ts';
import type { Site } from '../../../../src/node/project/config/types.ts';
import { makeFolder, OUTSIDE } from '../../../helpers/folder.ts';

function project(manifest: object, files: string[]): { dir: string; site: Site } {
  const dir = makeFolder('boundary', OUTSIDE);
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    fs.writeFileSync(path.join(dir, file), '');
  }
  fs.writeFileSync(path.join(dir, 'package.json'), JSON.stringify({ name: '@scope/lib', ...manifest }));
  const config = { demo: {} };
  return { dir, site: { root: dir, projectRoot: dir, config, packageJson: { name: '@scope/lib', dir } } as Site };
}

describe('createBoundary', () => {
  it('excludes the library, its published files and node_modules from a demo', () => {
    const { dir, site } = project({ module: 'es/index.js', files: ['assets/*.less', 'es', '!es/test', 'demos'] }, [
      'src/index.tsx',
    ]);
    const file = (name: string): string => path.join(dir, name);
    fs.mkdirSync(file('node_modules/kit'), { recursive: true });
    fs.writeFileSync(file('node_modules/kit/package.json'), '{"name": "kit"}');
    const { isOwn, nameOf } = createBoundary(site, []);
    expect(['demos/a.tsx', 'demos/shared/b.ts', 'shared/c.less', 'data.json'].map((name) => isOwn(file(name)))).toEqual(
      [true, true, true, true],
    );
    expect(
      ['src/index.tsx', 'src/deep/x.ts', 'assets/index.less', 'node_modules/react/index.js', '../other/a.ts'].map(
        (name) => isOwn(file(name)),
      ),
    ).toEqual([false, false, false, false, false]);
    expect(nameOf('../src', file('src/index.tsx'))).toBe('@scope/lib');
    expect(nameOf('../src/locale/en', file('src/locale/en.ts'))).toBe('@scope/lib/es/locale/en');
    expect(nameOf('../assets/index.less', file('assets/index.less'))).toBe('@scope/lib/assets/index.less');
    expect(nameOf('lodash/get', file('node_modules/lodash/get.js'))).toBe('lodash/get');
    expect(nameOf('~kit/a.less', file('node_modules/kit/a.less'))).toBe('kit/a.less');
    expect(nameOf('@/kit', file('node_modules/kit/index.js'))).toBe('kit/index.js');
  });

  it('treats only the entry as library if it is next to everything else', () => {
    const { dir, site } = project({}, ['index.tsx']);
    const { isOwn } = createBoundary(
      { ...site, config: { demo: {}, entryFile: path.join(dir, 'index.tsx') } } as Site,
      [],
    );
    expect([isOwn(path.join(dir, 'index.tsx')), isOwn(path.join(dir, 'demos/a.tsx'))]).toEqual([false, true]);
  });

  it('distinguishes demos from the components next to them', () => {
    const { dir, site } = project({ module: 'es/index.js' }, ['src/index.ts', 'src/Button/index.tsx']);
    const file = (name: string): string => path.join(dir, name);
    const { isOwn, nameOf } = createBoundary(site, [file('src/Button/demos/basic.tsx'), file('src/Tag/demo.tsx')]);
    expect(
      [
        'src/Button/demos/basic.tsx',
        'src/Button/demos/_helper.ts',
        'src/Button/demos/basic.less',
        'src/Tag/demo.tsx',
      ].map((name) => isOwn(file(name))),
    ).toEqual([true, true, true, true]);
    expect(['src/Button/index.tsx', 'src/Tag/index.tsx'].map((name) => isOwn(file(name)))).toEqual([false, false]);
    expect(nameOf('..', file('src/Button/index.tsx'))).toBe('@scope/lib/es/Button/index');
  });

  it('treats other packages of a monorepo as packages', () => {
    const { dir, site } = project({ name: 'root' }, ['packages/lib/src/index.tsx', 'packages/site/demos/a.tsx']);
    const file = (name: string): string => path.join(dir, name);
    fs.writeFileSync(file('packages/lib/package.json'), '{"name": "@acme/lib", "main": "lib/index.js"}');
    fs.writeFileSync(file('packages/site/package.json'), '{"name": "@acme/site"}');
    const inSite = { ...site, packageJson: { name: '@acme/site', dir: file('packages/site') } } as Site;
    const alone = createBoundary(inSite, []);
    expect(alone.isOwn(file('packages/lib/src/index.tsx'))).toBe(false);
    expect(alone.isOwn(file('packages/site/demos/a.tsx'))).toBe(true);
    expect(alone.isOwn(file('shared/b.ts'))).toBe(true);
    expect(alone.nameOf('@acme/lib', file('packages/lib/src/index.tsx'))).toBe('@acme/lib');
    const entryFile = file('packages/lib/src/index.tsx');
    const documented = createBoundary({ ...inSite, config: { demo: {}, entryFile } } as Site, []);
    expect(documented.nameOf('../../lib/src', entryFile)).toBe('@acme/lib');
    expect(documented.nameOf('../../lib/src/t', file('packages/lib/src/t.ts'))).toBe('@acme/lib/lib/t');
  });
});
