import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createFolder, hashOfFiles } from '../helpers/build-site.ts';
import { endSeen, run } from '../helpers/command.ts';

const root = path.resolve(import.meta.dirname, '../..');

const BUILDS = 20;
const OTHERS = 8;

const others: ChildProcess[] = [];

afterAll(() => {
  for (const child of others) child.kill('SIGKILL');
  endSeen();
});

it(`${BUILDS} builds of this site while ${OTHERS} other processes are busy produce the same bytes`, {
  timeout: 7_200_000,
}, async () => {
  const outDir = path.join(await createFolder('busy'), 'site');
  const hashes: string[] = [];
  const build = async (): Promise<void> => {
    const { code, stderr } = await run(['build', root, '--no-cache', '--out', outDir]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    hashes.push(await hashOfFiles(outDir));
    await fs.rm(outDir, { recursive: true });
  };
  // The reference for the other builds.
  await build();
  for (let count = 0; count < OTHERS; count++)
    others.push(spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }));
  for (let count = 0; count < BUILDS; count++) await build();
  expect(others.filter(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)).toEqual([]);
  expect(new Set(hashes).size, hashes.join('\n')).toBe(1);
});
