import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRegistry } from '../../../../src/node/tools/history/registry/open-registry.ts';
import { selectVersions } from '../../../../src/node/tools/history/registry/select-versions.ts';
import { makeFolder, OUTSIDE } from '../../../helpers/folder.ts';
import { createProject, startRegistry } from '../../../helpers/registry.ts';

/** Returns the files below a folder, sorted. */
function listFiles(folder: string): string[] {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** Returns a path that does not exist, in a new folder. */
const newPath = (): string => path.join(makeFolder('fetched', OUTSIDE), 'files');

describe('openRegistry', () => {
  it('lists versions by semver, although patches of old versions were published later', async () => {
    const server = await startRegistry();
    for (const version of ['2.0.0', '10.0.0', '1.10.0', '1.9.0', '3.0.0-beta.1', '1.9.1'])
      server.publish({ name: 'lib', version, deprecated: version === '2.0.0' ? 'old' : undefined });
    const registry = await openRegistry(server.createProject());
    expect(await registry.versionsOf('lib')).toEqual(['1.9.0', '1.9.1', '1.10.0', '2.0.0', '10.0.0']);
    expect(await registry.versionsOf('lib', { prereleases: true })).toContain('3.0.0-beta.1');
    expect(server.requests).toEqual(['/lib']);
  });

  it('resolves ranges, tags and aliases as npm does, and nothing outside of a registry', async () => {
    const server = await startRegistry();
    server.publish(
      { name: 'lib', version: '1.0.0' },
      { name: 'lib', version: '1.2.0' },
      { name: 'lib', version: '1.3.0', deprecated: 'broken' },
      { name: 'lib', version: '2.0.0' },
      { name: '@scope/other', version: '3.1.0' },
    );
    const registry = await openRegistry(server.createProject());
    const resolve = (range: string) => registry.resolve('lib', range);
    expect(await resolve('^1.0.0')).toEqual({ name: 'lib', version: '1.2.0' });
    expect(await resolve('1.3.0')).toEqual({ name: 'lib', version: '1.3.0' });
    expect(await resolve('latest')).toEqual({ name: 'lib', version: '2.0.0' });
    expect(await resolve('')).toEqual({ name: 'lib', version: '2.0.0' });
    expect(await resolve('npm:@scope/other@3')).toEqual({ name: '@scope/other', version: '3.1.0' });
    for (const range of ['workspace:^', 'github:a/b', 'git+ssh://git@host/a.git', 'file:../lib', 'https://host/a.tgz'])
      expect(await resolve(range)).toBeUndefined();
    await expect(resolve('^9')).rejects.toMatchObject({ kind: 'no-version', packageName: 'lib@^9' });
    await expect(registry.resolve('none', '1')).rejects.toMatchObject({ kind: 'not-found', packageName: 'none' });
    await expect(registry.resolve('../x', '1')).resolves.toBeUndefined();
    await expect(registry.versionsOf('../x')).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('fetches package.json and declarations, and JavaScript on request', async () => {
    const server = await startRegistry();
    server.publish({
      name: '@scope/lib',
      files: {
        'index.d.ts': 'export {};',
        'index.js': '1',
        'es/a.d.mts': '',
        'es/b.d.cts': '',
        'es/b.mjs': '',
        'es/package.json': '{"type":"module"}',
        'README.md': '',
        'x.ts': '',
      },
      dependencies: { other: '^1.0.0' },
    });
    const registry = await openRegistry(server.createProject());
    const folder = newPath();
    const fetched = await registry.fetchDeclarations('@scope/lib', '1.0.0', folder);
    expect(fetched).toMatchObject({ hasDeclarations: true, manifest: { dependencies: { other: '^1.0.0' } } });
    const declarations = ['es/a.d.mts', 'es/b.d.cts', 'es/package.json', 'index.d.ts', 'package.json'];
    expect(listFiles(path.dirname(folder))).toEqual(declarations.map((file) => `files/${file}`));
    expect(fs.readFileSync(path.join(folder, 'index.d.ts'), 'utf8')).toBe('export {};');
    const other = newPath();
    await registry.fetchDeclarations('@scope/lib', '1.0.0', other, { javascript: true });
    expect(listFiles(other)).toEqual([...declarations, 'es/b.mjs', 'index.js'].sort());
    // The second time, the tarball comes from npm's cache.
    expect(server.tarballs()).toEqual(['@scope/lib@1.0.0']);
  });

  it('reads everything from npm’s cache after one run, and names what the cache lacks', async () => {
    const server = await startRegistry();
    server.publish({ name: 'lib', files: { 'a.d.ts': '' } }, { name: 'lib', version: '1.1.0' }, { name: 'other' });
    const project = server.createProject();
    const online = await openRegistry(project);
    await online.fetchDeclarations('lib', '1.0.0', newPath());
    server.setDown(true);
    const requests = server.requests.length;
    const offline = await openRegistry({ ...project, offline: true });
    expect(await offline.versionsOf('lib')).toEqual(['1.0.0', '1.1.0']);
    expect(await offline.fetchDeclarations('lib', '1.0.0', newPath())).toMatchObject({ hasDeclarations: true });
    await expect(offline.fetchDeclarations('lib', '1.1.0', newPath())).rejects.toMatchObject({
      kind: 'offline',
      packageName: 'lib@1.1.0',
    });
    await expect(offline.versionsOf('other')).rejects.toMatchObject({ kind: 'offline', packageName: 'other' });
    expect(server.requests).toHaveLength(requests);
  });

  it('uses the registry and the token of a scope, and sends the token nowhere else', async () => {
    const open = await startRegistry();
    const closed = await startRegistry({ token: 'secret' });
    const host = new URL(closed.url).host;
    const seen: (string | undefined)[] = [];
    open.answer(/^\/files\//, (request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(404).end();
    });
    open.publish({ name: 'lib' });
    closed.publish(
      { name: '@corp/lib', files: { 'a.d.ts': '' } },
      { name: '@corp/elsewhere', tarballUrl: `${open.url}files/a.tgz` },
    );
    const project = open.createProject(`@corp:registry=${closed.url}`, `//${host}/:_authToken=secret`);
    const registry = await openRegistry(project);
    expect(await registry.versionsOf('lib')).toEqual(['1.0.0']);
    expect(await registry.fetchDeclarations('@corp/lib', '1.0.0', newPath())).toMatchObject({ hasDeclarations: true });
    await expect(registry.fetchDeclarations('@corp/elsewhere', '1.0.0', newPath())).rejects.toMatchObject({
      kind: 'damaged',
      reason: 'its tarball is missing in the registry',
    });
    expect(seen).toEqual([undefined]);
    const without = await openRegistry(open.createProject(`@corp:registry=${closed.url}`));
    await expect(without.versionsOf('@corp/lib')).rejects.toMatchObject({
      kind: 'denied',
      packageName: '@corp/lib',
      registry: closed.url,
    });
  });

  it('fetches tarballs of the public registry from a mirror', async () => {
    const server = await startRegistry();
    const tarballUrl = 'https://registry.npmjs.org/lib/-/1.0.0.tgz';
    server.publish({ name: 'lib', files: { 'a.d.ts': '' }, tarballUrl });
    const registry = await openRegistry(server.createProject());
    await registry.fetchDeclarations('lib', '1.0.0', newPath());
    expect(server.tarballs()).toEqual(['lib@1.0.0']);
  });

  it('leaves the environment of the process as it is', async () => {
    const server = await startRegistry();
    server.publish({ name: 'lib' });
    const before = { ...process.env };
    const registry = await openRegistry({ ...server.createProject('omit=dev'), env: undefined });
    await registry.versionsOf('lib').catch(() => {
      // The settings of this machine may name another registry.
    });
    expect({ ...process.env }).toEqual(before);
  });

  it('sends many requests at once without a warning about listeners', async () => {
    const server = await startRegistry();
    const names = Array.from({ length: 12 }, (_, index) => `lib-${index}`);
    for (const name of names) server.publish({ name });
    const warnings: Error[] = [];
    const warn = (warning: Error): unknown => warnings.push(warning);
    process.on('warning', warn);
    try {
      const registry = await openRegistry({ ...server.createProject(), signal: new AbortController().signal });
      await Promise.all(names.map((name) => registry.versionsOf(name)));
      // Warnings are emitted later.
      await new Promise(setImmediate);
      expect(warnings.map(({ name }) => name)).not.toContain('MaxListenersExceededWarning');
    } finally {
      process.off('warning', warn);
    }
  });

  it('reports settings that cannot be used', async () => {
    const project = createProject(['registry=not an address']);
    await expect(openRegistry(project)).rejects.toMatchObject({ name: 'RegistryError', kind: 'configuration' });
    const registry = await openRegistry(createProject(['@corp:registry=nowhere']));
    await expect(registry.versionsOf('@corp/lib')).rejects.toMatchObject({
      kind: 'configuration',
      reason: 'the address of a registry is invalid: nowhere',
    });
    const behindProxy = await openRegistry(createProject(['proxy=ftp://host:1', 'registry=http://host.test/']));
    await expect(behindProxy.versionsOf('lib')).rejects.toMatchObject({ name: 'RegistryError', kind: 'unreachable' });
  });
});

describe('selectVersions', () => {
  const versions = ['2.0.0', '1.0.0', '1.0.2', '1.10.0', '1.2.3', '2.1.0', '2.0.1', 'nonsense'];

  it('selects the last version of each minor, oldest first', () => {
    expect(selectVersions(versions)).toEqual(['1.0.2', '1.2.3', '1.10.0', '2.0.1', '2.1.0']);
    expect(selectVersions([])).toEqual([]);
  });

  it('begins with a version, or the start of one', () => {
    expect(selectVersions(versions, { from: '1.10' })).toEqual(['1.10.0', '2.0.1', '2.1.0']);
    expect(selectVersions(versions, { from: '2' })).toEqual(['2.0.1', '2.1.0']);
    expect(selectVersions(versions, { from: 'v2.0.1' })).toEqual(['2.0.1', '2.1.0']);
    expect(() => selectVersions(versions, { from: '>=2' })).toThrow('>=2 is not a version');
    expect(() => selectVersions(versions, { from: 'next' })).toThrow('next is not a version');
  });

  it('selects every version on request', () => {
    expect(selectVersions(versions, { all: true, from: '1.2' })).toEqual([
      '1.2.3',
      '1.10.0',
      '2.0.0',
      '2.0.1',
      '2.1.0',
    ]);
  });
});
