import { expect, it } from 'vitest';
import { createBackground } from '../../../src/node/dev/background.ts';

it('repeats a failed run once, and not endlessly', async () => {
  let runs = 0;
  let failures = 1;
  const background = createBackground(async () => {
    runs++;
    if (failures-- > 0) throw new Error('A file was being written');
  });
  background.begin();
  await expect.poll(() => [runs, background.isRunning()]).toEqual([2, false]);
  failures = 10;
  background.begin();
  await expect.poll(() => [runs, background.isRunning()]).toEqual([4, false]);
});
