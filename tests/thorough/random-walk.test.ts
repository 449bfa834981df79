import { expect, it } from 'vitest';
import { editMeanwhile } from '../helpers/edit-meanwhile.ts';
import { startWalk } from '../helpers/random-walk.ts';

const SEED = Number(process.env.SEED ?? 618473);
const STEPS = Number(process.env.STEPS ?? 30);

// The soak tests run the long form, with different edits each time. This seed once found a build that did not end.
it.each([
  ['texts', { withCode: process.env.CODE !== undefined }],
  ['plugins, pages from code and data', { isComputed: true }],
])(`writes what a clean build writes, whatever was edited in a site of %s: ${STEPS} edits, seed ${SEED}`, async (_, options) => {
  const { site, edit, expectClean } = await startWalk(SEED, options);
  await site.build();
  let taken = 0;
  const done: string[] = [];
  for (let step = 0; step < STEPS; step++) {
    done.push(edit());
    const built = await site.build();
    taken += (built.result?.pages ?? 0) - (built.result?.made.length ?? 0);
    // A clean build is the most expensive step, so several edits share one.
    if (step % 3 === 2) await expectClean(done.join('\n'), built);
  }
  expect(taken).toBeGreaterThan(0);
});

// The soak tests run fifty rounds of this.
it('caches nothing wrong for a site that is edited while it is built', async () => {
  const walk = await startWalk(SEED);
  await walk.site.build();
  expect(await editMeanwhile(walk, 3)).toBeGreaterThan(0);
});
