import fs from 'node:fs';
import type http from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Limits } from '../../../../src/node/tools/history/registry/limits.ts';
import { openRegistry } from '../../../../src/node/tools/history/registry/open-registry.ts';
import { RegistryError, toRegistryDiagnostic } from '../../../../src/node/tools/history/registry/registry-error.ts';
import { makeFolder, OUTSIDE } from '../../../helpers/folder.ts';
import {
  hang,
  type Publication,
  respond,
  startRegistry,
  type TestRegistry,
  tarballPath,
} from '../../../helpers/registry.ts';
import { entriesOf, TAR_END, type TarEntry, tarballOf, tarEntry, tarOf } from '../../../helpers/tarball.ts';

const MANIFEST: TarEntry = { path: 'package/package.json', content: '{"name":"lib","version":"1.0.0"}' };
const TARBALL = tarballPath('lib', '1.0.0');

/** Fetches `lib@1.0.0` from a server. Returns the error, and the entries of the folder that was to contain it. */
async function fetchLib(
  server: TestRegistry,
  { limits, signal, lines = [] }: { limits?: Partial<Limits>; signal?: AbortSignal; lines?: string[] } = {},
): Promise<{ error: RegistryError; left: string[]; parent: string }> {
  const parent = makeFolder('fetched', OUTSIDE);
  const registry = await openRegistry({ ...server.createProject(...lines), limits, signal });
  const fetched = registry.fetchDeclarations('lib', '1.0.0', path.join(parent, 'lib'));
  const error = await fetched.then(
    () => undefined,
    (thrown) => thrown,
  );
  return { error, left: fs.readdirSync(parent), parent };
}

/** Publishes `lib@1.0.0` with a tarball, and fetches it. */
async function fetchTarball(
  publication: Partial<Publication>,
  options: { limits?: Partial<Limits> } = {},
): Promise<{ error: RegistryError; left: string[]; parent: string }> {
  const server = await startRegistry();
  server.publish({ name: 'lib', ...publication });
  return await fetchLib(server, options);
}

const fetchEntries = (entries: TarEntry[], options: { limits?: Partial<Limits> } = {}) =>
  fetchTarball({ tarball: tarballOf([MANIFEST, ...entries]) }, options);

/** Sends chunks until the connection is closed. Returns the number of bytes that were sent. */
async function sendForever(response: http.ServerResponse, chunk: Buffer): Promise<number> {
  let bytes = 0;
  while (!response.destroyed) {
    bytes += chunk.length;
    if (!response.write(chunk)) await Promise.race([delay(50), new Promise((go) => response.once('drain', go))]);
  }
  return bytes;
}

describe('a damaged tarball', () => {
  it.each<[string, Partial<Publication>, string]>([
    [
      'has another checksum',
      { integrity: `sha512-${Buffer.alloc(64).toString('base64')}` },
      'its content does not match the checksum of the registry',
    ],
    ['is not compressed', { tarball: tarOf([MANIFEST]) }, 'it is not compressed with gzip, or is damaged'],
    ['is cut', { tarball: tarballOf([MANIFEST]).subarray(0, 90) }, 'it is incomplete'],
    ['is empty', { tarball: Buffer.alloc(0) }, 'it is empty'],
    ['is compressed twice', { tarball: gzipSync(tarballOf([MANIFEST])) }, 'it is compressed twice'],
    ['contains no tarball', { tarball: gzipSync('<html>'.repeat(200)) }, 'it is no valid tarball: checksum failure'],
    [
      'ends inside of a file',
      { tarball: gzipSync(tarEntry({ ...MANIFEST, size: 5000 })) },
      'it is no valid tarball: Truncated input (needed 4608 more bytes, only 0 available)',
    ],
    ['has no package.json', { tarball: tarballOf(entriesOf({ 'a.d.ts': '' })) }, 'it has no package.json'],
    [
      'has an unreadable package.json',
      { tarball: tarballOf([{ ...MANIFEST, content: '{' }]) },
      'its package.json is not valid JSON',
    ],
    [
      'has a package.json without an object',
      { tarball: tarballOf([{ ...MANIFEST, content: '[]' }]) },
      'its package.json contains no object',
    ],
    [
      'is that of another package',
      { tarball: tarballOf([{ ...MANIFEST, content: '{"name":"other","version":"1.0.0"}' }]) },
      'its package.json has another name, "other"',
    ],
    [
      'is that of another version',
      { tarball: tarballOf([{ ...MANIFEST, content: '{"name":"lib","version":"1.0.1"}' }]) },
      'its package.json has another version, "1.0.1"',
    ],
    ['has a local address', { tarballUrl: 'file:///etc/passwd' }, 'the registry has no valid address of its tarball'],
  ])('is refused if it %s', async (_, publication, reason) => {
    const { error, left } = await fetchTarball(publication);
    expect(error).toMatchObject({ kind: 'damaged', packageName: 'lib@1.0.0', reason });
    expect(left).toEqual([]);
  });

  it('is fetched again if only npm’s cache is damaged', async () => {
    const server = await startRegistry();
    server.publish({ name: 'lib', files: { 'a.d.ts': 'export {};' } });
    const project = server.createProject();
    const parent = makeFolder('fetched', OUTSIDE);
    const fetch = async (name: string): Promise<void> => {
      const registry = await openRegistry(project);
      await registry.fetchDeclarations('lib', '1.0.0', path.join(parent, name));
    };
    await fetch('first');
    const contents = path.join(project.projectRoot, 'cache/_cacache/content-v2/sha512');
    for (const entry of fs.readdirSync(contents, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) fs.writeFileSync(path.join(entry.parentPath, entry.name), 'damaged');
    await fetch('second');
    expect(fs.readdirSync(path.join(parent, 'second')).sort()).toEqual(['a.d.ts', 'package.json']);
    expect(server.tarballs()).toEqual(['lib@1.0.0', 'lib@1.0.0']);
  });
});

describe('a hostile tarball', () => {
  it.each([
    'package/../../x.d.ts',
    '../x.d.ts',
    'package/..',
    '/package/x.d.ts',
    'package/C:/x.d.ts',
    'C:\\package\\x.d.ts',
    'package\\..\\..\\x.d.ts',
    'package/.. /x.d.ts',
    'package/... /x.d.ts',
    'package/a\nb.d.ts',
  ])('writes nothing for %j', async (name) => {
    const { error, left, parent } = await fetchEntries([{ path: name, content: 'x' }]);
    if (name.endsWith('.ts')) {
      expect(error).toMatchObject({ kind: 'damaged', packageName: 'lib@1.0.0' });
      expect(error.reason).toContain('it contains a file with the unsafe path');
      expect(left).toEqual([]);
    } else {
      expect(error).toBeUndefined();
      expect(fs.readdirSync(path.join(parent, 'lib'))).toEqual(['package.json']);
    }
    expect(fs.existsSync(path.join(parent, '../x.d.ts'))).toBe(false);
  });

  it('has no links and devices, and nothing is written through them', async () => {
    const outside = makeFolder('outside', OUTSIDE);
    const { error, parent } = await fetchEntries([
      { path: 'package/link.d.ts', type: 'SymbolicLink', linkpath: '/etc/passwd' },
      { path: 'package/hard.d.ts', type: 'Link', linkpath: '/etc/passwd' },
      { path: 'package/folder', type: 'SymbolicLink', linkpath: outside },
      { path: 'package/folder/a.d.ts', content: 'x' },
      { path: 'package/device.d.ts', type: 'CharacterDevice' },
      { path: 'package/block.d.ts', type: 'BlockDevice' },
      { path: 'package/pipe.d.ts', type: 'FIFO' },
      { path: 'package/folder.d.ts', type: 'Directory' },
    ]);
    expect(error).toBeUndefined();
    expect(fs.readdirSync(path.join(parent, 'lib')).sort()).toEqual(['folder', 'package.json']);
    expect(fs.lstatSync(path.join(parent, 'lib/folder')).isDirectory()).toBe(true);
    expect(fs.readdirSync(outside)).toEqual([]);
  });

  it('is refused if a file has the name of a folder', async () => {
    const { error } = await fetchEntries([{ path: 'package/a.d.ts' }, { path: 'package/a.d.ts/b.d.ts' }]);
    expect(error.kind).toBe('damaged');
    expect(error.reason).toContain('its file "package/a.d.ts/b.d.ts" cannot be written');
  });

  it.each<[string, Partial<Limits>, string]>([
    ['a large file', { file: 1000 }, 'its file "package/b.d.ts" is larger than 1000 bytes'],
    ['many declarations', { kept: 2500 }, 'its declaration files are larger than 2500 bytes'],
    ['much else', { unpacked: 9000 }, 'it unpacks to more than 9000 bytes'],
    ['many entries', { entries: 3 }, 'it contains more than 3 entries'],
    ['many compressed bytes', { compressed: 100 }, 'it is larger than 100 bytes'],
  ])('is refused for %s', async (_, limits, reason) => {
    const files = { 'a.d.ts': 'x'.repeat(900), 'b.d.ts': 'x'.repeat(2000), 'c.txt': 'x'.repeat(7000) };
    const { error, left } = await fetchEntries(entriesOf(files), { limits });
    expect(error).toMatchObject({ kind: 'damaged', reason });
    expect(left).toEqual([]);
  });

  it('is refused for the size of an entry, before its content is sent', async () => {
    const { error } = await fetchTarball({
      tarball: gzipSync(Buffer.concat([tarEntry(MANIFEST), tarEntry({ path: 'package/x.bin', size: 8e9 })])),
    });
    expect(error).toMatchObject({ kind: 'damaged', reason: 'it unpacks to more than 1 GB' });
  });

  it.each([
    ['after its end', TAR_END],
    ['in a file', tarEntry({ path: 'package/x.bin', size: 900e6 }).subarray(0, 512)],
  ])('that unpacks to an endless number of zeros %s is stopped, with little memory', async (_, before) => {
    const server = await startRegistry();
    server.publish({ name: 'lib', integrity: '' });
    let sent = 0;
    server.answer(/\.tgz$/, (_, response) => {
      const gzip = createGzip();
      gzip.on('data', (chunk: Buffer) => {
        sent += chunk.length;
        if (!response.write(chunk)) {
          gzip.pause();
          response.once('drain', () => gzip.resume());
        }
      });
      response.on('close', () => gzip.destroy());
      gzip.write(Buffer.concat([tarEntry(MANIFEST), before]));
      const zeros = Buffer.alloc(4 * 2 ** 20);
      const more = (): void => {
        if (!gzip.destroyed) gzip.write(zeros, more);
      };
      more();
    });
    const memory = process.memoryUsage().rss;
    const { error, left } = await fetchLib(server, { limits: { unpacked: 400e6 } });
    expect(error).toMatchObject({
      kind: 'damaged',
      reason: expect.stringMatching(/^it unpacks to more than 0?400 MB/),
    });
    expect(left).toEqual([]);
    expect(sent).toBeLessThan(20e6);
    expect(process.memoryUsage().rss - memory).toBeLessThan(300e6);
  });

  it('without end is not downloaded to the end', async () => {
    const server = await startRegistry();
    server.publish({ name: 'lib', integrity: '' });
    let sent: Promise<number> | undefined;
    server.answer(/\.tgz$/, (_, response) => {
      const noise = Buffer.from(Array.from({ length: 65_000 }, (_, index) => (index * 7919) % 251));
      // A stored block of deflate, which has as many bytes as its content.
      const block = Buffer.concat([Buffer.from([0, 0xe8, 0xfd, 0x17, 0x02]), noise]);
      response.write(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]));
      response.write(
        Buffer.concat([Buffer.from([0, 0, 2, 0xff, 0xfd]), tarEntry({ path: 'x', size: 9e8 }).subarray(0, 512)]),
      );
      sent = sendForever(response, block);
    });
    const { error } = await fetchLib(server, { limits: { compressed: 10e6 } });
    expect(error).toMatchObject({ kind: 'damaged', reason: 'it is larger than 10 MB' });
    expect(await sent).toBeLessThan(100e6);
  });
});

describe('a registry', () => {
  const silent = { limits: { silence: 200 } };

  it.each<[string, (server: TestRegistry) => void, object]>([
    [
      'is down',
      (server) => server.setDown(true),
      { kind: 'unreachable', packageName: 'lib', reason: 'the connection was closed' },
    ],
    [
      'fails',
      (server) => server.answer(/^\/lib$/, respond(500, '{}')),
      { kind: 'unreachable', reason: 'it responded with the HTTP status 500' },
    ],
    [
      'requires credentials',
      (server) => server.answer(/^\/lib$/, respond(401, '{}')),
      { kind: 'denied', reason: 'it responded with the HTTP status 401' },
    ],
    ['forbids it', (server) => server.answer(/^\/lib$/, respond(403, '{}')), { kind: 'denied' }],
    [
      'sends a page of a network that requires a login',
      (server) => server.answer(/^\/lib$/, respond(200, '<html>Log in</html>')),
      { kind: 'unreachable', reason: expect.stringMatching(/^the answer is not JSON: /) },
    ],
    [
      'sends other JSON',
      (server) => server.answer(/^\/lib$/, respond(200, '[1]')),
      { kind: 'unreachable', reason: 'the answer is not the description of a package' },
    ],
    [
      'sends no versions',
      (server) => server.answer(/^\/lib$/, respond(200, '{"name":"lib"}')),
      { kind: 'unreachable', reason: 'the answer contains no versions of the package' },
    ],
    [
      'lacks the version',
      (server) => server.answer(/^\/lib$/, respond(200, '{"versions":{"2.0.0":{},"1.0.0":null}}')),
      { kind: 'no-version', packageName: 'lib@1.0.0' },
    ],
    [
      'never answers',
      (server) => server.answer(/^\/lib$/, hang),
      { kind: 'unreachable', reason: 'no data arrived for 0.2 s' },
    ],
    [
      'stops in the middle of a tarball',
      (server) =>
        server.answer(/\.tgz$/, (_, response) => void response.writeHead(200, { 'content-length': 9999 }).write('x')),
      { kind: 'unreachable', packageName: 'lib@1.0.0', reason: 'no data arrived for 0.2 s' },
    ],
    [
      'closes the connection in the middle of a tarball',
      (server) =>
        server.answer(/\.tgz$/, (_, response) => {
          response.writeHead(200, { 'content-length': 9999 }).write('x', () => response.destroy());
        }),
      { kind: 'unreachable', packageName: 'lib@1.0.0', reason: 'the connection was closed' },
    ],
    [
      'lacks a tarball',
      (server) => server.answer(/\.tgz$/, respond(404)),
      { kind: 'damaged', reason: 'its tarball is missing in the registry' },
    ],
  ])('that %s is reported', async (_, change, expected) => {
    const server = await startRegistry();
    server.publish({ name: 'lib' });
    change(server);
    const { error, left } = await fetchLib(server, silent);
    expect(error).toBeInstanceOf(RegistryError);
    expect(error).toMatchObject(expected);
    expect(left).toEqual([]);
  });

  it('that sends single bytes is given up after the time limit', async () => {
    const server = await startRegistry();
    server.publish({ name: 'lib' });
    server.answer(/\.tgz$/, (_, response) => {
      response.write(gzipSync('').subarray(0, 10));
      const timer = setInterval(() => response.write(Buffer.from([0, 0, 0, 0xff, 0xff])), 20);
      response.on('close', () => clearInterval(timer));
    });
    const { error } = await fetchLib(server, { limits: { silence: 5000, duration: 500 } });
    expect(error).toMatchObject({ kind: 'unreachable', reason: 'it took longer than 0.5 s' });
  });

  it('is left as soon as the run is aborted', async () => {
    const server = await startRegistry();
    server.publish({ name: 'lib' });
    const abort = new AbortController();
    server.answer(/\.tgz$/, (_, response) => {
      response.writeHead(200, { 'content-length': 9999 }).write('x');
      setTimeout(() => abort.abort(new Error('Interrupted')), 50);
    });
    const { error, left } = await fetchLib(server, { signal: abort.signal });
    expect(error).toEqual(new Error('Interrupted'));
    expect(left).toEqual([]);
  });

  it('receives a request again as often as npm is configured to', async () => {
    const server = await startRegistry();
    server.publish({ name: 'lib' });
    let failures = 0;
    server.answer(/\.tgz$/, (request, response) => {
      failures += 1;
      if (failures === 2) server.answer(/\.tgz$/, undefined);
      respond(503)(request, response);
    });
    const { error } = await fetchLib(server, { lines: ['fetch-retries=3', 'fetch-retry-mintimeout=10'] });
    expect(error).toBeUndefined();
    expect(server.requests.filter((one) => one === TARBALL)).toHaveLength(3);
  });
});

describe('toRegistryDiagnostic', () => {
  const registry = 'https://registry.test/';
  it.each([
    ['unreachable', 'CD840', 'lib cannot be read from the registry https://registry.test/: the reason'],
    ['denied', 'CD841', 'The registry https://registry.test/ denies access to lib: the reason'],
    ['not-found', 'CD842', 'The package lib is not in the registry https://registry.test/'],
    ['no-version', 'CD842', 'The version lib is not in the registry https://registry.test/'],
    ['damaged', 'CD843', 'The package lib from the registry https://registry.test/ is not used: the reason'],
    ['offline', 'CD844', 'lib is not in the cache of npm, and the network must not be used'],
    ['configuration', 'CD845', 'The settings of npm cannot be used: the reason'],
  ] as const)('describes the kind %s with %s', (kind, code, text) => {
    const error = new RegistryError({ kind, name: 'lib', reason: 'the reason', registry });
    expect(toRegistryDiagnostic(error)).toMatchObject({ code, text, severity: 'error' });
    expect(toRegistryDiagnostic(error, { severity: 'warning' })).toMatchObject({ severity: 'warning' });
  });
});
