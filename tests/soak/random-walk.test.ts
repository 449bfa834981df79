import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { start } from '../helpers/command.ts';
import { startWalk } from '../helpers/random-walk.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1e6);
const STEPS = Number(process.env.STEPS ?? 500);

/** Of ten edits, two are built by a command that is killed first, and one by two builds at the same time. */
it(`writes what a clean build writes after each of ${STEPS} edits, seed ${SEED}`, { timeout: 7_200_000 }, async () => {
  const { site, random, edit, expectClean } = await startWalk(SEED, { withCode: true, isComputed: true });
  await site.build();
  const counts = { taken: 0, killed: 0, beside: 0, failed: 0 };
  for (let step = 0; step < STEPS; step++) {
    const done = `step ${step}: ${edit()}`;
    if (step % 5 === 1) {
      const { child, ended } = start(['build'], { cwd: site.root });
      await sleep(random(2500));
      child.kill('SIGKILL');
      if ((await ended) === 'SIGKILL') counts.killed++;
    }
    const beside = step % 10 === 3 ? start(['build', '--out', 'beside'], { cwd: site.root }) : undefined;
    const built = await site.build();
    if (beside) {
      expect(await beside.ended, `${done}\n${beside.stderr()}`).toBe(built.exitCode);
      counts.beside++;
    }
    await fs.rm(path.join(site.root, 'beside'), { recursive: true, force: true });
    const { result, exitCode } = built;
    if (exitCode !== 0) counts.failed++;
    counts.taken += (result?.pages ?? 0) - (result?.made.length ?? 0);
    await expectClean(done, built);
    if (process.env.LOG) await fs.appendFile(process.env.LOG, `${SEED} ${done} ${JSON.stringify(counts)}\n`);
  }
  expect(counts.taken).toBeGreaterThan(STEPS);
});
