import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { recoverOutput } from '../../../src/node/output/swap.ts';
import { writeSite } from '../../../src/node/output/write-site.ts';
import { createFolder, readTree } from './folders.ts';

const OLD = { 'index.html': 'old', 'a/index.html': 'old a', 'gone/index.html': 'old', 'assets/x.1.js': 'x1' };
const NEW = { 'index.html': 'new', 'a/index.html': 'new a', 'b/index.html': 'new b', 'assets/x.2.js': 'x2' };

// Writes NEW, and kills itself like `kill -9` at the nth call of `failpoint`.
const CHILD = `
import { writeSite } from './src/node/output/write-site.ts';
const [root, point, count, files] = process.argv.slice(2);
let calls = 0;
await writeSite({
  outDir: root + '/dist', root, protectedPaths: [root],
  files: new Map(Object.entries(JSON.parse(files))),
  failpoint: (name) => {
    if (name === point && ++calls === Number(count)) process.kill(process.pid, 'SIGKILL');
  },
});
`;

let script = '';
beforeAll(() => {
  const stdin = { contents: CHILD, resolveDir: process.cwd(), loader: 'ts' as const };
  const options = { bundle: true, platform: 'node', format: 'esm', target: 'node20', write: false } as const;
  script = buildSync({ stdin, ...options }).outputFiles[0]?.text ?? '';
});

async function write(root: string, files: Record<string, string>): Promise<void> {
  await writeSite({ outDir: join(root, 'dist'), root, protectedPaths: [root], files: new Map(Object.entries(files)) });
}

async function killAt(root: string, point: string, count: number): Promise<void> {
  const program = join(await createFolder(), 'child.mjs');
  await writeFile(program, script);
  const args = [program, root, point, String(count), JSON.stringify(NEW)];
  const { signal, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(signal).toBe('SIGKILL');
}

/** The site in `dist`: `old`, `new`, `absent`, or its files if it is none of these. */
async function siteIn(root: string): Promise<unknown> {
  const tree = Object.entries(await readTree(root)).filter(([path]) => path.startsWith('dist/'));
  if (tree.length === 0) return 'absent';
  const found = Object.fromEntries(tree.map(([path, text]) => [path.slice('dist/'.length), text]));
  const { '.cascader-docs': marker, CNAME, ...site } = found;
  for (const [name, files] of Object.entries({ old: OLD, new: NEW })) {
    if (!marker || CNAME !== 'docs.example.org') break;
    if (JSON.stringify(sorted(site)) === JSON.stringify(sorted(files))) return name;
  }
  return found;
}

function sorted(tree: Record<string, unknown>): unknown {
  return Object.entries(tree).sort(([a], [b]) => (a < b ? -1 : 1));
}

describe.each([
  ['temporary-file', 3, 'old'],
  ['temporary-written', 1, 'old'],
  ['swap-before', 1, 'old'],
  ['swap-between', 1, 'new'],
  ['swap-after', 1, 'new'],
])('a build killed at %s (%i)', (point, count, expected) => {
  it(`is repaired to the ${expected} site by a command that reads it`, async () => {
    const root = await createFolder();
    await write(root, OLD);
    await writeFile(join(root, 'dist/CNAME'), 'docs.example.org');
    await killAt(root, point, count);
    expect(await siteIn(root)).toBe(point === 'swap-between' ? 'absent' : expected);
    await recoverOutput({ outDir: join(root, 'dist'), root });
    expect(await siteIn(root)).toBe(expected);
  });

  it('is repaired by the next build, which leaves no other files', async () => {
    const root = await createFolder();
    await write(root, OLD);
    await writeFile(join(root, 'dist/CNAME'), 'docs.example.org');
    await killAt(root, point, count);
    await write(root, OLD);
    expect(await siteIn(root)).toBe('old');
    expect(Object.keys(await readTree(root)).filter((path) => !path.startsWith('dist/'))).toEqual([]);
  });
});
