import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createFolder, hashOfFiles } from '../helpers/build-site.ts';
import { BIN } from '../helpers/command.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

/** The oldest supported version, and each later version with long-term support, up to the newest. */
const VERSIONS = [20, 22, 24, 26];

it(`Node ${VERSIONS.join(', ')} produce the same bytes for this site`, { timeout: 1_200_000 }, async () => {
  const folder = await createFolder('nodes');
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const hashes = new Map<string, string>();
  for (const version of VERSIONS) {
    const own = path.join(folder, String(version));
    await fs.mkdir(own);
    await fs.writeFile(path.join(own, 'package.json'), '{}');
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`], { cwd: own });
    const node = path.join(own, 'node_modules', name, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
    const outDir = path.join(own, 'site');
    await run(node, [BIN, 'build', root, '--no-cache', '--strict', '--out', outDir]);
    const { stdout } = await run(node, ['--version']);
    hashes.set(stdout.trim(), await hashOfFiles(outDir));
  }
  expect([...hashes.keys()].map((version) => Number(version.slice(1).split('.')[0]))).toEqual(VERSIONS);
  expect(new Set(hashes.values()).size, JSON.stringify([...hashes])).toBe(1);
});
