import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createInstalledVersions, type ReactTypes } from '../../src/node/tools/history/installed-versions.ts';
import { createNpm } from '../../src/node/tools/history/npm.ts';
import { makeFolder, OUTSIDE } from '../helpers/folder.ts';
import { type Publication, startRegistry } from '../helpers/registry.ts';

const TYPES: Publication[] = [
  { name: '@types/react', version: '18.3.1', files: { 'index.d.ts': '// 18' }, dependencies: { csstype: '3' } },
  { name: '@types/react', version: '19.0.0', files: { 'index.d.ts': '// 19' } },
  { name: '@types/react-dom', version: '18.3.0', files: { 'index.d.ts': '' } },
  { name: 'csstype', version: '3.1.0', files: { 'index.d.ts': '' } },
];

async function createVersions(publications: Publication[], reactTypes?: ReactTypes) {
  const server = await startRegistry();
  server.publish(...TYPES, ...publications);
  const parent = makeFolder('versions', OUTSIDE);
  const types = reactTypes ?? { '@types/react': '18', '@types/react-dom': '18' };
  const create = () => createInstalledVersions({ npm: createNpm(server.createProject()), reactTypes: types, parent });
  return { server, parent, create };
}

/** Returns the version that a folder resolves a package to. */
function versionOf(folder: string, name: string): string | undefined {
  for (let dir = folder; dir !== path.dirname(dir); dir = path.dirname(dir)) {
    const file = path.join(dir, 'node_modules', name, 'package.json');
    if (fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, 'utf8')).version;
  }
  return undefined;
}

describe('installed versions', () => {
  it('have their own dependencies, and share the declarations of React', async () => {
    const { create, parent } = await createVersions([
      {
        name: 'lib',
        version: '1.0.0',
        files: { 'a.d.ts': '' },
        dependencies: { shared: '^1.0.0', '@types/react': '19' },
      },
      { name: 'lib', version: '2.0.0', files: { 'a.d.mts': '' }, dependencies: { shared: '^2.0.0', other: '1' } },
      { name: 'other', dependencies: { shared: '^1.0.0', '@types/react': '19' } },
      { name: 'shared', version: '1.1.0' },
      { name: 'shared', version: '2.0.0' },
    ]);
    const versions = await create();
    const one = await versions.add({ name: 'lib', version: '1.0.0' });
    const two = await versions.add({ name: 'lib', version: '2.0.0' });
    expect(['lib', 'shared', '@types/react'].map((name) => versionOf(one, name))).toEqual(['1.0.0', '1.1.0', '18.3.1']);
    expect(['lib', 'shared', '@types/react', 'csstype'].map((name) => versionOf(two, name))).toEqual([
      '2.0.0',
      '2.0.0',
      '18.3.1',
      '3.1.0',
    ]);
    expect(versionOf(path.join(two, 'node_modules/other'), 'shared')).toBe('1.1.0');
    await versions.remove({ name: 'lib', version: '1.0.0' });
    expect([fs.existsSync(one), fs.existsSync(two)]).toEqual([false, true]);
    await versions.dispose();
    expect(fs.readdirSync(parent)).toEqual([]);
  });

  it('have the declarations of DefinitelyTyped only if they have none', async () => {
    const { create } = await createVersions([
      { name: '@a/lib', version: '1.2.3', files: { 'index.js': '', 'node_modules/x/a.d.ts': '' } },
      { name: '@a/lib', version: '2.0.0', files: { 'index.d.ts': '' } },
      ...['1.1.0', '1.2.0', '1.2.9', '1.3.0', '2.0.0'].map((version) => ({
        name: '@types/a__lib',
        version,
        files: { 'index.d.ts': '' },
      })),
    ]);
    const versions = await create();
    const untyped = { name: '@a/lib', version: '1.2.3' };
    expect(versionOf(await versions.add(untyped), '@types/a__lib')).toBe('1.2.9');
    expect(versionOf(await versions.add(untyped, '1.1.0'), '@types/a__lib')).toBe('1.1.0');
    expect(versionOf(await versions.add({ name: '@a/lib', version: '2.0.0' }), '@types/a__lib')).toBeUndefined();
    await versions.dispose();
  });

  it('use the declarations of React that a project has installed', async () => {
    const installed = path.join(makeFolder('project', OUTSIDE), 'react');
    fs.mkdirSync(installed);
    fs.writeFileSync(path.join(installed, 'package.json'), '{ "version": "17.0.0" }');
    const { create, server } = await createVersions([{ name: 'lib', files: { 'a.d.ts': '' } }], {
      '@types/react': installed,
    });
    const versions = await create();
    expect(versionOf(await versions.add({ name: 'lib', version: '1.0.0' }), '@types/react')).toBe('17.0.0');
    expect(server.tarballs()).toEqual(['lib@1.0.0']);
    await versions.dispose();
  });

  it('leave no folder if the declarations of React cannot be installed', async () => {
    const { create, parent, server } = await createVersions([]);
    server.unpublish('@types/react');
    await expect(create()).rejects.toMatchObject({ diagnostics: [{ code: 'CD842' }] });
    expect(fs.readdirSync(parent)).toEqual([]);
  });
});
