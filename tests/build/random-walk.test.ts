import { expect, it } from 'vitest';
import { editMeanwhile } from '../helpers/edit-meanwhile.ts';
import { startWalk } from '../helpers/random-walk.ts';

const SEED = Number(process.env.SEED ?? 618473);
const STEPS = Number(process.env.STEPS ?? 30);

// The long form, with other edits each time, is in the soak tests. This seed has once found a build that did not end.
it(`makes what a clean build makes, whatever was edited: ${STEPS} edits, seed ${SEED}`, async () => {
  const { site, edit, expectClean } = await startWalk(SEED, { withCode: process.env.CODE !== undefined });
  await site.build();
  let taken = 0;
  const done: string[] = [];
  for (let step = 0; step < STEPS; step++) {
    done.push(edit());
    const built = await site.build();
    taken += (built.result?.pages ?? 0) - (built.result?.made.length ?? 0);
    // Several edits are as good as one, and a clean build costs most.
    if (step % 3 === 2) await expectClean(done.join('\n'), built);
  }
  expect(taken).toBeGreaterThan(0);
});

// Three of the fifty of the soak tests.
it('keeps nothing wrong of a site that is edited while it is built', async () => {
  const walk = await startWalk(SEED);
  await walk.site.build();
  expect(await editMeanwhile(walk, 3)).toBeGreaterThan(0);
});
