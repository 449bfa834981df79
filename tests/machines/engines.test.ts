import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build, initEngine } from 'cascader-docs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentsOf } from '../helpers/in-parts.ts';

const run = promisify(execFile);
const tool = path.resolve(import.meta.dirname, '../..');
const SHARDS = 3;
const PACKAGES = { nx: 'nx@22', turbo: 'turbo@2' };

/** What both engines keep elsewhere: bytes by address. */
const kept = new Map<string, Buffer>();
let isDown = false;
const server = http.createServer((request, response) => {
  const { method, url = '' } = request;
  const address = url.replace(/\?.*/, '');
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (isDown) return void request.socket.destroy();
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

/** Runs an engine; returns the numbers of the shards that were made, not taken from what was kept. */
async function buildBy(engine: 'nx' | 'turbo', root: string, isAlone = false): Promise<number[]> {
  const remote = `http://localhost:${(server.address() as AddressInfo).port}`;
  const env = {
    ...process.env,
    // Without them a second checkout would find what the first has kept on this machine.
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

describe.each(['nx', 'turbo'] as const)('%s', (engine) => {
  it('makes what has changed, here and on another machine', async () => {
    kept.clear();
    // Below the folder of the system: engines look for a repository above.
    const folder = await fs.mkdtemp(path.join(await fs.realpath(os.tmpdir()), 'cascader-docs-'));
    try {
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
      await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', PACKAGES[engine]], { cwd: root });
      await fs.symlink(tool, path.join(root, 'node_modules/cascader-docs'));
      await fs.symlink(path.join(tool, 'bin/cascader-docs.js'), path.join(root, 'node_modules/.bin/cascader-docs'));
      await run('git', ['init', '-q'], { cwd: root });
      await initEngine({ folder: root, engine, shards: SHARDS });

      const isWhole = async (at: string) => {
        const outDir = path.join(folder, 'whole');
        await build({ root: at, outDir, cache: false });
        expect(await contentsOf(path.join(at, 'dist'))).toEqual(await contentsOf(outDir));
      };
      expect(await buildBy(engine, root)).toEqual([0, 1, 2]);
      await isWhole(root);
      expect(await buildBy(engine, root)).toEqual([]);

      // Another machine has the cache, and nothing else.
      const second = path.join(folder, 'another/place');
      await checkout(root, second);
      expect(await buildBy(engine, second)).toEqual([]);
      await isWhole(second);

      // One page is edited: one shard.
      await fs.appendFile(path.join(second, 'docs/many/3.md'), '\nMore.\n');
      expect(await buildBy(engine, second)).toHaveLength(1);
      await isWhole(second);

      // A page is deleted: it is gone. Then it is there again, as on another branch: nothing is made.
      const file = path.join(second, 'docs/many/4.md');
      const text = await fs.readFile(file, 'utf8');
      await fs.rm(file);
      await buildBy(engine, second);
      await isWhole(second);
      await fs.writeFile(file, text);
      expect(await buildBy(engine, second)).toEqual([]);
      await isWhole(second);

      // Without the cache's server Turborepo's build is right, only slower; Nx ends, and the old output stays.
      isDown = true;
      const third = path.join(folder, 'third');
      await checkout(root, third);
      if (engine === 'nx') await expect(buildBy(engine, third)).rejects.toThrow('Failed to send request');
      expect(await buildBy(engine, third, true)).toEqual([0, 1, 2]);
      await isWhole(third);
    } finally {
      isDown = false;
      await fs.rm(folder, { recursive: true, force: true });
    }
  });
});
