import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createWatcher } from '../../../src/node/dev/watch/watcher.ts';
import { createRandom } from '../../helpers/random.ts';
import { createFolder, readTree } from '../../unit/output/folders.ts';
import { clockStep } from './watching.ts';

/** Changes a random file or folder. There are few names, so that changes affect the same paths again and again. */
async function changeSomething(root: string, random: (below: number) => number, step: number): Promise<void> {
  const path = (depth: number): string =>
    join(root, 'docs', ...Array.from({ length: depth }, () => `d${random(3)}`), `f${random(3)}.md`);
  const one = path(random(4));
  const other = path(random(4));
  const changes = [
    async () => {
      await mkdir(dirname(one), { recursive: true });
      await writeFile(one, String(step));
    },
    async () => {
      await mkdir(dirname(one), { recursive: true });
      await writeFile(`${one}.tmp`, `${step} by rename`);
      await rename(`${one}.tmp`, one);
    },
    () => rm(one),
    () => rename(one, other),
    () => rename(dirname(one), dirname(other)),
    () => rm(dirname(one), { recursive: true }),
    async () => {
      await rename(dirname(one), join(root, 'away'));
      await rename(dirname(other), dirname(one)).catch(() => undefined);
      await rename(join(root, 'away'), dirname(other));
    },
  ];
  // Many of these changes are impossible, such as moving a missing file.
  await changes[random(10) % changes.length]?.().catch(() => undefined);
}

it.each([
  [1, 'watching', 200],
  [4, 'polling', 100],
])('keeps a mirror correct that reads every reported file again: seed %i, %s', async (seed, way, steps) => {
  const root = await createFolder({ 'docs/f0.md': 'begin', 'docs/d0/f1.md': 'begin', 'docs/d1/d2/f0.md': 'begin' });
  await clockStep();
  const mirror: Record<string, string> = await readTree(join(root, 'docs'));
  const reads: Promise<void>[] = [];
  const watcher = await createWatcher({
    folders: [join(root, 'docs')],
    ignore: () => false,
    pollInterval: 20,
    watch:
      way === 'watching'
        ? undefined
        : () => {
            throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
          },
    onChange: (changed) => {
      for (const path of changed) {
        const name = relative(join(root, 'docs'), path);
        const read = readFile(path, 'utf8').then(
          (text) => {
            mirror[name] = text;
          },
          () => {
            delete mirror[name];
          },
        );
        reads.push(read);
      }
    },
  });
  onTestFinished(() => watcher.close());
  const random = createRandom(seed);
  for (let step = 0; step < steps; step++) {
    await changeSomething(root, random, step);
    // Changes follow each other quickly and slowly.
    await delay(random(3) * random(10));
  }
  const truth = Object.entries(await readTree(join(root, 'docs')).catch(() => ({})));
  const files = truth.filter(([path]) => !/\/$|\.tmp$/.test(path));
  await expect.poll(() => mirror).toEqual(Object.fromEntries(files));
  await Promise.all(reads);
  expect(mirror).toEqual(Object.fromEntries(files));
  expect(reads.length).toBeGreaterThan(steps / 10);
});
