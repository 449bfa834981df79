import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build, initEngine } from 'cascader-docs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentsOf } from '../helpers/in-parts.ts';

const run = promisify(execFile);
const tool = path.resolve(import.meta.dirname, '../..');
const SHARDS = 3;
const PACKAGES = { nx: 'nx@24', turbo: 'turbo@2', cache: 'turborepo-remote-cache@2' };

/** Remote cache of both engines: bytes by URL. */
const kept = new Map<string, Buffer>();
/** Number of requests to answer before the server becomes unavailable. */
let answers = Number.POSITIVE_INFINITY;
const server = http.createServer((request, response) => {
  const { method, url = '' } = request;
  const address = url.replace(/\?.*/, '');
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (answers-- <= 0) return void request.socket.destroy();
    const known = kept.get(address);
    response.setHeader('content-type', 'application/octet-stream');
    if (method === 'PUT') kept.set(address, Buffer.concat(chunks));
    else if (method === 'POST') return void response.end('{}');
    else if (address.endsWith('/status')) return void response.end('{"status":"enabled"}');
    else if (!known) response.statusCode = 404;
    response.end(method === 'GET' ? known : method === 'PUT' ? '{"urls":[]}' : undefined);
  });
});

beforeAll(async () => await new Promise<void>((resolve) => server.listen(0, resolve)));
afterAll(() => void server.close());

type Engine = 'nx' | 'turbo';

function urlOf(of: http.Server | net.Server): string {
  return `http://localhost:${(of.address() as AddressInfo).port}`;
}

/** Runs an engine, and returns the numbers of the shards that were built, not restored from the cache. */
async function buildBy(
  engine: Engine,
  root: string,
  { remote = urlOf(server), isAlone = false } = {},
): Promise<number[]> {
  const env = {
    ...process.env,
    // Otherwise a second checkout would find the local cache of the first one.
    NX_CACHE_DIRECTORY: path.join(root, '.nx/cache'),
    NX_DAEMON: 'false',
    NX_NO_CLOUD: 'true',
    NX_SELF_HOSTED_REMOTE_CACHE_SERVER: isAlone ? undefined : remote,
    NX_SELF_HOSTED_REMOTE_CACHE_ACCESS_TOKEN: 'token',
    TURBO_API: remote,
    TURBO_TOKEN: 'token',
    TURBO_TEAM: 'team',
    TURBO_TELEMETRY_DISABLED: '1',
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
  };
  const [file, args] = engine === 'nx' ? ['npx', ['nx', 'run', 'docs:merge']] : ['npm', ['run', '-s', 'docs:parts']];
  const { stdout } = await run(file as string, args as string[], { cwd: root, env });
  const made = engine === 'nx' ? /^> nx run docs:pages-(\d+)[ \t]*$/gm : /^docs:pages-(\d+): cache miss/gm;
  return [...stdout.matchAll(made)].map(([, number]) => Number(number)).sort();
}

async function checkout(from: string, to: string): Promise<void> {
  await fs.cp(from, to, {
    recursive: true,
    filter: (file) =>
      !/^(?:dist|\.plan|\.parts|\.nx|\.turbo|node_modules)$/.test(path.relative(from, file).split(path.sep)[0] ?? ''),
  });
  await fs.symlink(path.join(from, 'node_modules'), path.join(to, 'node_modules'));
}

/** Creates a folder with the engine, and with a site that is configured for it. */
async function createCheckout(engine: Engine, folder: string): Promise<string> {
  const root = path.join(folder, 'one');
  const pages = Array.from({ length: 12 }, (_, number) => number);
  await fs.mkdir(path.join(root, 'docs/many'), { recursive: true });
  await fs.writeFile(path.join(root, 'docs/index.md'), '# Home\n');
  for (const number of pages) await fs.writeFile(path.join(root, `docs/many/${number}.md`), `# Page ${number}\n`);
  await fs.writeFile(
    path.join(root, 'package.json'),
    '{ "name": "site", "private": true, "packageManager": "npm@10.0.0" }\n',
  );
  await fs.writeFile(path.join(root, '.gitignore'), 'node_modules\n.plan\n.parts\n.nx\n.turbo\ndist\n');
  await install(PACKAGES[engine], root);
  await fs.symlink(tool, path.join(root, 'node_modules/cascader-docs'));
  await fs.symlink(path.join(tool, 'bin/cascader-docs.js'), path.join(root, 'node_modules/.bin/cascader-docs'));
  await run('git', ['init', '-q'], { cwd: root });
  await initEngine({ folder: root, engine, shards: SHARDS });
  return root;
}

async function install(name: string, cwd: string): Promise<void> {
  await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', name], { cwd });
}

/**
 * Runs a task with its own folder below the temporary folder of the system, because engines look for a repository
 * above.
 */
async function withFolder(task: (folder: string) => Promise<void>): Promise<void> {
  const folder = await fs.mkdtemp(path.join(await fs.realpath(os.tmpdir()), 'cascader-docs-'));
  try {
    await task(folder);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/** Expects the same bytes as those of a build in one go. */
async function expectWhole(at: string, folder: string): Promise<void> {
  const outDir = path.join(folder, 'whole');
  await build({ root: at, outDir, cache: false });
  expect(await contentsOf(path.join(at, 'dist'))).toEqual(await contentsOf(outDir));
}

describe.each(['nx', 'turbo'] as const)('%s', (engine) => {
  it('builds what has changed, on this machine and on another one', async () => {
    kept.clear();
    await withFolder(async (folder) => {
      const root = await createCheckout(engine, folder);
      const isWhole = (at: string) => expectWhole(at, folder);
      expect(await buildBy(engine, root)).toEqual([0, 1, 2]);
      await isWhole(root);
      expect(await buildBy(engine, root)).toEqual([]);

      // Another machine has only the remote cache.
      const second = path.join(folder, 'another/place');
      await checkout(root, second);
      expect(await buildBy(engine, second)).toEqual([]);
      await isWhole(second);

      // One edited page affects one shard.
      await fs.appendFile(path.join(second, 'docs/many/3.md'), '\nMore.\n');
      expect(await buildBy(engine, second)).toHaveLength(1);
      await isWhole(second);

      // A deleted page disappears. When it is restored, as on another branch, nothing is built.
      const file = path.join(second, 'docs/many/4.md');
      const text = await fs.readFile(file, 'utf8');
      await fs.rm(file);
      await buildBy(engine, second);
      await isWhole(second);
      await fs.writeFile(file, text);
      expect(await buildBy(engine, second)).toEqual([]);
      await isWhole(second);

      // A shard output that is damaged after the build is not published: it is restored or refused.
      const pack = path.join(second, '.parts/0/contents.bin');
      const bytes = await fs.readFile(pack);
      await fs.rm(pack);
      await fs.writeFile(
        pack,
        bytes.map((byte, at) => (at === 100 ? byte ^ 1 : byte)),
      );
      const refused = await buildBy(engine, second).then(
        () => undefined,
        ({ stdout, stderr }) => `${stdout}${stderr}`,
      );
      if (refused !== undefined) expect(refused).toContain('has changed since its part was created');
      await isWhole(second);

      // If the server is unavailable, from the start or during the build, Turborepo builds correctly but slower. Nx
      // fails, and the old output stays.
      for (const [number, left] of [0, 2].entries()) {
        const other = path.join(folder, `other-${number}`);
        await checkout(root, other);
        answers = left;
        if (engine === 'nx') {
          await expect(buildBy(engine, other)).rejects.toThrow('Failed to send request');
          await buildBy(engine, other, { isAlone: true });
        } else await buildBy(engine, other);
        answers = Number.POSITIVE_INFINITY;
        await isWhole(other);
      }
    }).finally(() => {
      answers = Number.POSITIVE_INFINITY;
    });
  });
});

it('restores shard outputs from turborepo-remote-cache, and builds without it when it is unavailable', async () => {
  await withFolder(async (folder) => {
    const root = await createCheckout('turbo', folder);
    const home = path.join(folder, 'cache');
    await fs.mkdir(home);
    await fs.writeFile(path.join(home, 'package.json'), '{ "private": true }\n');
    await install(PACKAGES.cache, home);
    const remote = await freeAddress();
    const env = { ...process.env, PORT: new URL(remote).port, TURBO_TOKEN: 'token', STORAGE_PATH: folder };
    const cache = spawn(process.execPath, ['node_modules/turborepo-remote-cache/dist/cli.js'], {
      ...{ cwd: home, env: { ...env, STORAGE_PROVIDER: 'local' } },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(cache, 'exit');
    try {
      await listening(cache);
      expect(await buildBy('turbo', root, { remote })).toEqual([0, 1, 2]);
      const second = path.join(folder, 'another/place');
      await checkout(root, second);
      expect(await buildBy('turbo', second, { remote })).toEqual([]);
      await expectWhole(second, folder);
    } finally {
      cache.kill();
      await ended;
    }
    const third = path.join(folder, 'third');
    await checkout(root, third);
    expect(await buildBy('turbo', third, { remote })).toEqual([0, 1, 2]);
    await expectWhole(third, folder);
  });
});

/** Returns an address at which no server listens. */
async function freeAddress(): Promise<string> {
  const probe = net.createServer().listen(0);
  await once(probe, 'listening');
  const address = urlOf(probe);
  probe.close();
  await once(probe, 'close');
  return address;
}

/** Waits until a server reports that it listens, and ignores its later output. */
async function listening({ stdout }: { stdout: NodeJS.ReadableStream }): Promise<void> {
  let text = '';
  await new Promise<void>((resolve, reject) => {
    stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('Server listening at')) resolve();
    });
    stdout.on('end', () => reject(new Error(`The server has ended: ${text}`)));
  });
}
