import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createDeclarationTree,
  type DeclarationTree,
  type TreeOptions,
} from '../../../../src/node/tools/history/registry/declaration-tree.ts';
import { openRegistry } from '../../../../src/node/tools/history/registry/open-registry.ts';
import { makeFolder, OUTSIDE } from '../../../helpers/folder.ts';
import { hang, type Publication, respond, startRegistry, type TestRegistry } from '../../../helpers/registry.ts';

const TYPES = { 'index.d.ts': 'export {};' };

/** Publishes the declarations of React with their dependencies. */
function publishReact(server: TestRegistry): void {
  server.publish(
    { name: '@types/react', version: '18.3.1', files: TYPES, dependencies: { csstype: '^3.0.2' } },
    { name: '@types/react', version: '19.0.0', files: TYPES, dependencies: { csstype: '^3.0.2' } },
    { name: '@types/react-dom', version: '18.3.0', files: TYPES, peerDependencies: { '@types/react': '^18.0.0' } },
    { name: 'csstype', version: '3.1.0', files: TYPES },
  );
}

interface OpenTree {
  server: TestRegistry;
  tree: DeclarationTree;
  parent: string;
  /** Links a module name that `index.d.ts` of a version imports. */
  link(id: string, specifier: string): ReturnType<DeclarationTree['link']>;
  /** Returns the real path of a package as a file of a version finds it. */
  find(id: string, name: string): string;
}

/** Opens a tree, with a registry in which all packages are published. */
async function openTree(publications: Publication[], options: Partial<TreeOptions> = {}): Promise<OpenTree> {
  const server = await startRegistry();
  publishReact(server);
  for (const one of publications) server.publish({ files: TYPES, ...one });
  const registry = await openRegistry({ ...server.createProject(), signal: options.signal });
  const parent = makeFolder('trees', OUTSIDE);
  const tree = await createDeclarationTree({ registry, parent, reactTypes: { '@types/react': '18' }, ...options });
  const folderOf = (id: string): string => path.join(tree.folder, id.replace('/', '+'), 'node_modules');
  const nameOf = (id: string): string => id.slice(0, id.lastIndexOf('@'));
  return {
    server,
    tree,
    parent,
    link: (id, specifier) => tree.link(path.join(folderOf(id), nameOf(id), 'index.d.ts'), specifier),
    find: (id, name) =>
      path.relative(tree.folder, fs.realpathSync(path.join(folderOf(id), name))).replaceAll('\\', '/'),
  };
}

describe('a tree of declarations', () => {
  it('has one folder for each version, and links to its own dependencies', async () => {
    const { tree, link, find, server } = await openTree([
      { name: 'lib', version: '1.0.0', dependencies: { '@a/dep': '^1.0.0', other: '^2.0.0' } },
      { name: 'lib', version: '2.0.0', dependencies: { '@a/dep': '^1.0.0', other: '^3.0.0' } },
      { name: '@a/dep', version: '1.4.0' },
      { name: 'other', version: '2.5.0' },
      { name: 'other', version: '3.0.0' },
    ]);
    expect(await tree.add('lib', '1.0.0')).toBe(path.join(tree.folder, 'lib@1.0.0'));
    await tree.add('lib', '2.0.0');
    expect(fs.existsSync(path.join(tree.folder, 'lib@1.0.0/node_modules/lib/index.d.ts'))).toBe(true);
    for (const version of ['1.0.0', '2.0.0'])
      expect(await link(`lib@${version}`, '@a/dep/es/part')).toEqual({ linked: '@a/dep@1.4.0' });
    expect(await link('lib@1.0.0', 'other')).toEqual({ linked: 'other@2.5.0' });
    expect(await link('lib@2.0.0', 'other')).toEqual({ linked: 'other@3.0.0' });
    // Both versions share one real path, so the compiler reads it once.
    expect(find('lib@1.0.0', '@a/dep')).toBe('@a+dep@1.4.0/node_modules/@a/dep');
    expect(find('lib@2.0.0', '@a/dep')).toBe(find('lib@1.0.0', '@a/dep'));
    expect(find('lib@2.0.0', 'other')).toBe('other@3.0.0/node_modules/other');
    expect(server.tarballs().sort()).toEqual([
      '@a/dep@1.4.0',
      '@types/react@18.3.1',
      'csstype@3.1.0',
      'lib@1.0.0',
      'lib@2.0.0',
      'other@2.5.0',
      'other@3.0.0',
    ]);
    await tree.dispose();
  });

  it('links the declarations of DefinitelyTyped to a version without types', async () => {
    const untyped = { files: { 'index.js': '' } };
    const { tree, find } = await openTree([
      { name: '@a/lib', version: '1.4.9', ...untyped },
      { name: '@a/lib', version: '2.0.0', ...untyped },
      { name: '@types/a__lib', version: '0.9.0' },
      { name: '@types/a__lib', version: '1.3.0' },
      { name: '@types/a__lib', version: '1.4.2' },
      { name: '@types/a__lib', version: '1.5.0' },
    ]);
    await tree.add('@a/lib', '1.4.9');
    expect(find('@a/lib@1.4.9', '@types/a__lib')).toBe('@types+a__lib@1.4.2/node_modules/@types/a__lib');
    // The next major version may have other types.
    const folder = await tree.add('@a/lib', '2.0.0');
    expect(fs.existsSync(path.join(folder, 'node_modules/@types'))).toBe(false);
    await tree.dispose();
  });

  it('links no declarations to a version that has its own, and no stub', async () => {
    const { tree, server } = await openTree([
      { name: 'lib', version: '1.0.0' },
      { name: '@types/lib', version: '1.0.0' },
      { name: 'plain', version: '1.0.0', files: { 'index.js': '' } },
      { name: '@types/plain', version: '1.0.0', files: { 'README.md': 'This is a stub types definition.' } },
    ]);
    const folder = await tree.add('lib', '1.0.0');
    expect(fs.existsSync(path.join(folder, 'node_modules/@types'))).toBe(false);
    expect(server.tarballs()).not.toContain('@types/lib@1.0.0');
    const plain = await tree.add('plain', '1.0.0');
    expect(fs.existsSync(path.join(plain, 'node_modules/@types'))).toBe(false);
    await tree.dispose();
  });

  it('fetches and links everything once, however many calls run at the same time', async () => {
    const { tree, link, server } = await openTree([
      { name: 'lib', dependencies: { dep: '1', second: '1' } },
      { name: 'dep', version: '1.0.0', dependencies: { second: '^1.0.0' } },
      { name: 'second', version: '1.0.0' },
    ]);
    const folders = await Promise.all(Array.from({ length: 20 }, () => tree.add('lib', '1.0.0')));
    expect(new Set(folders).size).toBe(1);
    const links = await Promise.all(
      Array.from({ length: 20 }, (_, index) => link('lib@1.0.0', index % 2 ? 'dep' : 'second/es')),
    );
    expect(new Set(links.map((one) => JSON.stringify(one)))).toEqual(
      new Set(['{"linked":"dep@1.0.0"}', '{"linked":"second@1.0.0"}']),
    );
    expect(await link('dep@1.0.0', 'second')).toEqual({ linked: 'second@1.0.0' });
    const once = [...new Set(server.requests)];
    expect(server.requests).toEqual(once);
    await tree.dispose();
  });

  it('follows aliases, peer and optional dependencies', async () => {
    const { tree, link, find } = await openTree([
      {
        name: 'lib',
        dependencies: { alias: 'npm:@a/real@^2.0.0' },
        peerDependencies: { peer: '>=1' },
        optionalDependencies: { extra: '1' },
      },
      { name: '@a/real', version: '2.1.0' },
      { name: 'peer', version: '4.0.0' },
      { name: 'extra', version: '1.0.0' },
    ]);
    await tree.add('lib', '1.0.0');
    expect(await link('lib@1.0.0', 'alias')).toEqual({ linked: '@a/real@2.1.0' });
    expect(find('lib@1.0.0', 'alias')).toBe('@a+real@2.1.0/node_modules/@a/real');
    expect(await link('lib@1.0.0', 'peer/x')).toEqual({ linked: 'peer@4.0.0' });
    expect(await link('lib@1.0.0', 'extra')).toEqual({ linked: 'extra@1.0.0' });
    await tree.dispose();
  });

  it('finds undeclared imports among the dependencies of dependencies, the nearest first, without tarballs', async () => {
    const { tree, link, server } = await openTree([
      { name: 'lib', dependencies: { a: '1', b: '1', gone: '1' } },
      { name: 'a', dependencies: { c: '1' } },
      { name: 'b', dependencies: { d: '1' } },
      { name: 'c', dependencies: { wanted: '^1.0.0', lib: '1' } },
      { name: 'd', peerDependencies: { wanted: '^2.0.0' } },
      { name: 'wanted', version: '1.1.0' },
      { name: 'wanted', version: '2.2.0' },
    ]);
    await tree.add('lib', '1.0.0');
    expect(await link('lib@1.0.0', 'wanted/lib/part')).toEqual({ linked: 'wanted@1.1.0', declaredBy: 'c@1.0.0' });
    expect(await link('lib@1.0.0', 'd')).toEqual({ linked: 'd@1.0.0', declaredBy: 'b@1.0.0' });
    expect(await link('lib@1.0.0', 'nowhere')).toEqual({
      missing: 'nowhere',
      reason: 'neither lib@1.0.0 nor its dependencies depend on nowhere',
    });
    expect(server.tarballs().filter((one) => /^[abc]@/.test(one))).toEqual([]);
    await tree.dispose();
  });

  it('links declarations of DefinitelyTyped for packages without any', async () => {
    const untyped = { 'index.js': '' };
    const { tree, link, find } = await openTree([
      {
        name: 'lib',
        dependencies: {
          plain: '1',
          '@a/plain': '1',
          lonely: '1',
          '@types/a__plain': '1',
          '@types/geojson': '1',
          typed: '1',
        },
      },
      { name: 'plain', files: untyped },
      { name: '@a/plain', files: untyped },
      { name: 'lonely', files: { ...untyped, 'node_modules/x/index.d.ts': '' } },
      { name: 'typed', dependencies: { '@types/plain': '1' } },
      { name: '@types/plain' },
      { name: '@types/a__plain' },
      { name: '@types/geojson' },
    ]);
    await tree.add('lib', '1.0.0');
    expect(await link('lib@1.0.0', '@a/plain')).toEqual({ linked: '@types/a__plain@1.0.0' });
    expect(find('lib@1.0.0', '@types/a__plain')).toBe('@types+a__plain@1.0.0/node_modules/@types/a__plain');
    expect(await link('lib@1.0.0', 'plain')).toEqual({ linked: '@types/plain@1.0.0', declaredBy: 'typed@1.0.0' });
    expect(await link('lib@1.0.0', 'geojson')).toEqual({ linked: '@types/geojson@1.0.0' });
    expect(await link('lib@1.0.0', 'lonely')).toEqual({
      missing: 'lonely',
      reason: 'lonely@1.0.0 contains no declarations',
    });
    await tree.dispose();
  });

  it('ignores what needs no package', async () => {
    const { tree, link, server } = await openTree([{ name: 'lib', dependencies: { '@types/node': '*', node: '*' } }]);
    await tree.add('lib', '1.0.0');
    const requests = server.requests.length;
    const names = [
      './a',
      '../b',
      '..',
      '/c',
      '#d',
      'fs',
      'node:fs',
      'fs/promises',
      'node',
      '@types/node',
      'lib/es/x',
      '',
    ];
    for (const name of [...names, 'https://host/x', 'C:/x', '@', '@x', '.hidden'])
      expect(await link('lib@1.0.0', name), name).toEqual({ ignored: true });
    expect(await tree.link(path.resolve('elsewhere.d.ts'), 'dep')).toEqual({ ignored: true });
    expect(server.requests).toHaveLength(requests);
    await tree.dispose();
  });

  it('has one version of the declarations of React for all', async () => {
    const { tree, link, server } = await openTree(
      [
        {
          name: 'lib',
          dependencies: { '@types/react': '^19.0.0' },
          peerDependencies: { react: '*', 'react-dom': '*' },
        },
      ],
      { reactTypes: { '@types/react': '18', '@types/react-dom': '18' } },
    );
    await tree.add('lib', '1.0.0');
    for (const name of ['react', 'react/jsx-runtime', '@types/react'])
      expect(await link('lib@1.0.0', name)).toEqual({ linked: '@types/react@18.3.1' });
    expect(await link('lib@1.0.0', 'react-dom/client')).toEqual({ linked: '@types/react-dom@18.3.0' });
    expect(tree.shared).toEqual(['@types/react-dom@18.3.0', '@types/react@18.3.1', 'csstype@3.1.0']);
    const linked = fs.realpathSync(path.join(tree.folder, 'node_modules/@types/react'));
    expect(fs.existsSync(path.join(linked, 'index.d.ts'))).toBe(true);
    expect(fs.existsSync(path.join(linked, '../../csstype/index.d.ts'))).toBe(true);
    expect(server.requests.filter((one) => /^\/react/.test(one))).toEqual([]);
    await tree.dispose();
  });

  it('uses the declarations of React that a project has installed', async () => {
    const installed = path.join(makeFolder('installed', OUTSIDE), 'node_modules/@types/react');
    fs.mkdirSync(installed, { recursive: true });
    fs.writeFileSync(path.join(installed, 'package.json'), '{"version":"19.9.9"}');
    const { tree, link } = await openTree([{ name: 'lib' }], { reactTypes: { '@types/react': installed } });
    await tree.add('lib', '1.0.0');
    expect(await link('lib@1.0.0', 'react')).toEqual({ linked: '@types/react@19.9.9' });
    expect(fs.realpathSync(path.join(tree.folder, 'node_modules/@types/react'))).toBe(installed);
    await tree.dispose();
    expect(fs.existsSync(path.join(installed, 'package.json'))).toBe(true);
  });

  it('returns why a package is missing', async () => {
    const { tree, link, server } = await openTree([
      { name: 'lib', dependencies: { none: '1', old: '^9.0.0', git: 'github:a/b', broken: '1', '../evil': '1' } },
      { name: 'old' },
      { name: 'broken', version: '1.0.0' },
    ]);
    server.answer(/^\/broken\//, respond(200, 'no tarball'));
    await tree.add('lib', '1.0.0');
    expect(await link('lib@1.0.0', 'none')).toMatchObject({ missing: 'none', error: { kind: 'not-found' } });
    expect(await link('lib@1.0.0', 'old')).toMatchObject({ missing: 'old', error: { kind: 'no-version' } });
    expect(await link('lib@1.0.0', 'broken')).toMatchObject({ missing: 'broken', error: { kind: 'damaged' } });
    expect(await link('lib@1.0.0', 'git')).toEqual({
      missing: 'git',
      reason: 'lib@1.0.0 depends on git@github:a/b, which is in no registry',
    });
    await expect(tree.add('lib', '7.0.0')).rejects.toMatchObject({ kind: 'no-version', packageName: 'lib@7.0.0' });
    await tree.dispose();
  });

  it('has the JavaScript of the packages that need it', async () => {
    const files = { 'index.d.ts': '', 'index.js': '' };
    const { tree, link, find } = await openTree(
      [
        { name: 'lib', dependencies: { dep: '1' }, files },
        { name: 'dep', files },
      ],
      { withJavascript: (name) => name === 'lib' },
    );
    await tree.add('lib', '1.0.0');
    await link('lib@1.0.0', 'dep');
    const filesOf = (name: string): string[] => fs.readdirSync(path.join(tree.folder, find('lib@1.0.0', name))).sort();
    expect(filesOf('lib')).toEqual(['index.d.ts', 'index.js', 'package.json']);
    expect(filesOf('dep')).toEqual(['index.d.ts', 'package.json']);
    await tree.dispose();
  });

  it('is removed at the end, after an abort, and if React cannot be fetched', async () => {
    const { tree, parent } = await openTree([{ name: 'lib' }]);
    await tree.add('lib', '1.0.0');
    await tree.dispose();
    expect(fs.readdirSync(parent)).toEqual([]);
    await expect(tree.add('lib', '2.0.0')).rejects.toThrow();

    const abort = new AbortController();
    const aborted = await openTree([{ name: 'lib' }, { name: 'slow' }], { signal: abort.signal });
    aborted.server.answer(/^\/slow\//, hang);
    const slow = aborted.tree.add('slow', '1.0.0');
    const failed = expect(slow).rejects.toThrow('Interrupted');
    setTimeout(() => abort.abort(new Error('Interrupted')), 50);
    await failed;
    await aborted.tree.dispose();
    expect(fs.readdirSync(aborted.parent)).toEqual([]);

    const server = await startRegistry();
    const registry = await openRegistry(server.createProject());
    const other = makeFolder('trees', OUTSIDE);
    const withoutReact = createDeclarationTree({ registry, parent: other, reactTypes: { '@types/react': '18' } });
    await expect(withoutReact).rejects.toMatchObject({ kind: 'not-found', packageName: '@types/react' });
    expect(fs.readdirSync(other)).toEqual([]);
  });

  it('cancels downloads when it is removed', async () => {
    const { tree, server, parent } = await openTree([{ name: 'slow' }]);
    server.answer(/^\/slow\//, hang);
    const slow = expect(tree.add('slow', '1.0.0')).rejects.toThrow('The tree was removed');
    await expect.poll(() => server.tarballs()).toContain('slow@1.0.0');
    await tree.dispose();
    await slow;
    expect(fs.readdirSync(parent)).toEqual([]);
  });
});
