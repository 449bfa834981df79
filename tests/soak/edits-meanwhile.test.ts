import { expect, it } from 'vitest';
import { editMeanwhile } from '../helpers/edit-meanwhile.ts';
import { startWalk } from '../helpers/random-walk.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1e6);
const ROUNDS = Number(process.env.ROUNDS ?? 50);

it(`caches nothing wrong for a site that is edited ${ROUNDS} times while it is built, seed ${SEED}`, {
  timeout: 3_600_000,
}, async () => {
  const walk = await startWalk(SEED, { withCode: true });
  await walk.site.build();
  expect(await editMeanwhile(walk, ROUNDS)).toBeGreaterThan(ROUNDS / 5);
});
