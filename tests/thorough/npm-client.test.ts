import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DiagnosticError } from '../../src/node/base/diagnostics/diagnostic.ts';
import { createNpm, type NpmOptions } from '../../src/node/tools/history/npm.ts';
import { releasesOf, resolveVersion } from '../../src/node/tools/history/published-versions.ts';
import { makeFolder, OUTSIDE } from '../helpers/folder.ts';
import {
  createProject,
  hang,
  type Publication,
  respond,
  startRegistry,
  type TestRegistry,
} from '../helpers/registry.ts';
import { type TarEntry, tarballOf, tarEntry } from '../helpers/tarball.ts';

const MANIFEST: TarEntry = { path: 'package/package.json', content: '{"name":"lib","version":"1.0.0"}' };

const messageOf = (task: Promise<unknown>): Promise<string> =>
  task.then(
    () => '',
    (error: unknown) => {
      if (!(error instanceof DiagnosticError)) throw error;
      return error.diagnostics.map(({ code, text }) => `${code} ${text}`).join();
    },
  );

/** Installs `lib@1.0.0`. Returns the message, the folder, and the names of the files of `lib`. */
async function install(
  server: TestRegistry,
  { lines = [], ...options }: Partial<NpmOptions> & { lines?: string[] } = {},
): Promise<{ message: string; folder: string; files: string[] }> {
  const folder = path.join(makeFolder('installed', OUTSIDE), 'a/b/lib');
  const npm = createNpm({ ...server.createProject(...lines), ...options });
  const message = await messageOf(npm.install(folder, { lib: '1.0.0' }, { shownAs: 'lib@1.0.0' }));
  const own = path.join(folder, 'node_modules/lib');
  return { message, folder, files: fs.existsSync(own) ? fs.readdirSync(own).sort() : [] };
}

async function installTarball(tarball: Partial<Publication>, options: Partial<NpmOptions> = {}) {
  const server = await startRegistry();
  server.publish({ name: 'lib', ...tarball });
  return await install(server, options);
}

describe('published versions', () => {
  it('are listed by semver, although patches of old versions were published later', async () => {
    const server = await startRegistry();
    for (const version of ['2.0.0', '10.0.0', '1.10.0', '1.9.0', '3.0.0-beta.1', '1.9.1'])
      server.publish({ name: 'lib', version, deprecated: version === '2.0.0' ? 'old' : undefined });
    const npm = createNpm(server.createProject());
    expect(await releasesOf(npm, 'lib')).toEqual(['1.9.0', '1.9.1', '1.10.0', '2.0.0', '10.0.0']);
    await releasesOf(npm, 'lib');
    expect(server.requests).toEqual(['/lib']);
  });

  it('are found by a version, a range or a tag', async () => {
    const server = await startRegistry();
    for (const version of ['1.0.0', '1.2.0', '2.0.0']) server.publish({ name: 'lib', version });
    const npm = createNpm(server.createProject());
    const found = async (wanted: string) => (await resolveVersion(npm, 'lib', wanted))?.version;
    expect(await found('^1.0.0')).toBe('1.2.0');
    expect(await found('1.0.0')).toBe('1.0.0');
    expect(await found('1')).toBe('1.2.0');
    expect(await found('latest')).toBe('2.0.0');
    for (const wanted of ['workspace:^', 'github:a/b', 'file:../lib', 'https://host/a.tgz', '--help', '-g'])
      expect(await found(wanted), wanted).toBeUndefined();
    expect(await messageOf(found('^9'))).toBe('CD842 lib@^9 is not published: no published version matches');
    expect(await messageOf(found('constructor'))).toContain('CD842');
    for (const name of ['none', '../x', '--help', '@/x'])
      expect(await messageOf(releasesOf(npm, name)), name).toContain('the registry has no package with this name');
    expect(server.requests).toEqual(['/lib', '/none']);
  });
});

describe('npm', () => {
  it('uses the settings, the token and the cache of the project', async () => {
    const open = await startRegistry();
    const closed = await startRegistry({ token: 'secret' });
    closed.publish({ name: '@corp/lib', files: { 'a.d.ts': 'x' } });
    const scope = `@corp:registry=${closed.url}`;
    const project = open.createProject(scope, `//${new URL(closed.url).host}/:_authToken=secret`);
    const folder = makeFolder('installed', OUTSIDE);
    const dependencies = { '@corp/lib': '1.0.0' };
    await createNpm(project).install(folder, dependencies, { shownAs: '@corp/lib' });
    expect(fs.readFileSync(path.join(folder, 'node_modules/@corp/lib/a.d.ts'), 'utf8')).toBe('x');
    const offline = createNpm({ ...project, offline: true });
    const other = makeFolder('installed', OUTSIDE);
    await offline.install(other, dependencies, { shownAs: '@corp/lib' });
    expect(fs.existsSync(path.join(other, 'node_modules/@corp/lib/a.d.ts'))).toBe(true);
    expect(await messageOf(offline.published('lib'))).toContain("CD844 lib is not in npm's cache");
    const without = createNpm(open.createProject(scope));
    expect(await messageOf(without.published('@corp/lib'))).toContain(
      'CD841 The npm registry denies access to @corp/lib',
    );
  });

  it('runs no scripts, and installs no optional dependencies and none that are not published', async () => {
    const server = await startRegistry();
    const scripts = { preinstall: 'touch ran', install: 'touch ran', postinstall: 'touch ran' };
    const manifest = { name: 'lib', version: '1.0.0', scripts };
    server.publish(
      {
        name: 'lib',
        files: { 'package.json': JSON.stringify(manifest) },
        optionalDependencies: { optional: '1.0.0' },
        peerDependencies: { peer: '1.0.0', other: '1.0.0' },
      },
      { name: 'optional' },
      { name: 'peer' },
      { name: 'other', peerDependencies: { peer: '2.0.0' }, dependencies: { '@a/withdrawn': '^1.0.0', gone: '1' } },
      { name: 'gone', version: '2.0.0' },
    );
    const lines = ['legacy-peer-deps=true', 'omit=peer', 'install-strategy=linked'];
    const { message, folder, files } = await install(server, { lines });
    expect([message, files]).toEqual(['', ['package.json']]);
    expect(
      fs
        .readdirSync(path.join(folder, 'node_modules'))
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).toEqual(['@a', 'gone', 'lib', 'other', 'peer']);
    for (const name of ['@a/withdrawn', 'gone'])
      expect(fs.readdirSync(path.join(folder, 'node_modules', name))).toEqual(['package.json']);
  });

  it('finds versions that are newer than its cache, also if it is configured to prefer the cache', async () => {
    const server = await startRegistry();
    server.publish({ name: 'lib', dependencies: { dependency: '^1.0.0' } }, { name: 'dependency' });
    const project = server.createProject('prefer-offline=true');
    const add = (folder: string, version: string, options = {}) =>
      messageOf(createNpm({ ...project, ...options }).install(folder, { lib: version }, { shownAs: 'lib' }));
    expect(await add(makeFolder('installed', OUTSIDE), '1.0.0')).toBe('');
    server.publish(
      { name: 'lib', version: '1.1.0', dependencies: { dependency: '^1.1.0' } },
      { name: 'dependency', version: '1.1.0', files: { 'a.d.ts': '' } },
    );
    const folder = makeFolder('installed', OUTSIDE);
    expect(await add(folder, '1.1.0')).toBe('');
    expect(fs.readdirSync(path.join(folder, 'node_modules/dependency'))).toContain('a.d.ts');
  });

  it.each<[string, (server: TestRegistry) => void, RegExp]>([
    ['is down', (server) => server.setDown(true), /^CD840 npm cannot read lib@1\.0\.0 from its registry: /],
    ['answers with an error', (server) => server.answer(/./, respond(500)), /^CD840 /],
    ['answers with a page', (server) => server.answer(/^\/lib$/, respond(200, '<html>')), /^CD84[03] /],
    [
      'has no such version',
      (server) => server.answer(/^\/lib$/, respond(200, '{"name":"lib","versions":{},"dist-tags":{}}')),
      /^CD84[02] /,
    ],
    ['denies access', (server) => server.answer(/./, respond(403)), /^CD841 /],
    ['has no tarball', (server) => server.answer(/\.tgz$/, respond(404)), /^CD842 /],
    [
      'sends something else',
      (server) => server.answer(/\.tgz$/, respond(200, 'no tarball')),
      /^CD843 The package lib@1\.0\.0 cannot be used/,
    ],
  ])('reports a registry that %s', async (_, change, message) => {
    const server = await startRegistry();
    server.publish({ name: 'lib' });
    change(server);
    expect((await install(server)).message).toMatch(message);
  });

  it('reports a wrong registry without credentials', async () => {
    const npm = createNpm(createProject(['registry=http://me:secret@127.0.0.1:1/']));
    const message = await messageOf(npm.published('lib'));
    expect(message).toMatch(/^CD840 /);
    expect(message).not.toContain('secret');
  });

  it('is ended after its time, and by a signal', async () => {
    const server = await startRegistry();
    server.publish({ name: 'lib' });
    server.answer(/\.tgz$/, hang);
    expect((await install(server, { limits: { time: 3000 } })).message).toContain('npm took longer than 3 s');
    const controller = new AbortController();
    const installing = install(server, { signal: controller.signal });
    await delay(1500);
    controller.abort(new Error('stopped'));
    await expect(installing).rejects.toThrow('stopped');
  });
});

describe('a hostile tarball', () => {
  it.each([
    'package/../../../../x.d.ts',
    '../../../../x.d.ts',
    `${OUTSIDE}/x.d.ts`,
    'package/a/../../../../../x.d.ts',
  ])('writes nothing outside of its folder: %s', async (name) => {
    const { message, folder } = await installTarball({ tarball: tarballOf([MANIFEST, { path: name, content: 'x' }]) });
    expect(message).toBe('');
    const above = path.resolve(folder, '../../..');
    const all = fs.readdirSync(above, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('x.d.ts'));
    expect(all.filter((file) => !file.startsWith('a/b/lib/node_modules/lib/'))).toEqual([]);
    expect(
      [path.join(OUTSIDE, 'x.d.ts'), path.resolve(above, '../x.d.ts')].filter((file) => fs.existsSync(file)),
    ).toEqual([]);
  });

  it('has no links and devices, and nothing is written through them', async () => {
    const outside = makeFolder('outside', OUTSIDE);
    const { message, files, folder } = await installTarball({
      tarball: tarballOf([
        MANIFEST,
        { path: 'package/link.d.ts', type: 'SymbolicLink', linkpath: '/etc/passwd' },
        { path: 'package/hard.d.ts', type: 'Link', linkpath: '/etc/passwd' },
        { path: 'package/folder', type: 'SymbolicLink', linkpath: outside },
        { path: 'package/folder/a.d.ts', content: 'x' },
        { path: 'package/device.d.ts', type: 'CharacterDevice' },
        { path: 'package/pipe.d.ts', type: 'FIFO' },
      ]),
    });
    expect([message, files]).toEqual(['', ['folder', 'package.json']]);
    expect(fs.lstatSync(path.join(folder, 'node_modules/lib/folder')).isDirectory()).toBe(true);
    expect(fs.readdirSync(outside)).toEqual([]);
  });

  it('whose checksum differs is not used', async () => {
    const { message, files } = await installTarball({ integrity: `sha512-${Buffer.alloc(64).toString('base64')}` });
    expect([message.slice(0, 43), files]).toEqual(['CD843 The package lib@1.0.0 cannot be used:', []]);
  });

  it('that unpacks to too much is stopped', async () => {
    const size = 2e9;
    // npm refuses tarballs that are compressed more than a thousand times.
    const block = gzipSync(Buffer.concat([randomBytes(100_000), Buffer.alloc(10e6 - 100_000)]));
    const head = Buffer.concat([tarEntry(MANIFEST), tarEntry({ path: 'package/x.bin', size }).subarray(0, 512)]);
    const tarball = Buffer.concat([gzipSync(head), ...Array.from({ length: size / 10e6 }, () => block)]);
    const { message } = await installTarball({ tarball }, { limits: { bytes: 50e6, interval: 50 } });
    expect(message).toBe('CD843 The package lib@1.0.0 cannot be used: it unpacks to more than 50 MB');
  });

  it('with too many files is stopped', async () => {
    const entries = Array.from({ length: 100_000 }, (_, index) => ({ path: `package/${index}` }));
    const tarball = tarballOf([MANIFEST, ...entries]);
    const { message } = await installTarball({ tarball }, { limits: { bytes: 20e6, interval: 50 } });
    expect(message).toBe('CD843 The package lib@1.0.0 cannot be used: it unpacks to more than 20 MB');
  });
});
