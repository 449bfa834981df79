import { expect, it } from 'vitest';
import { createBackground } from '../../../src/node/dev/background.ts';
import { createRequests } from '../../../src/node/dev/requests.ts';

it('starts work in the background when all requests have ended, and then once', async () => {
  const requests = createRequests();
  const ends: (() => void)[] = [];
  const request = (): Promise<void> => requests.add(new Promise<void>((resolve) => void ends.push(resolve)));
  let runs = 0;
  const background = createBackground(
    async () => {
      runs++;
    },
    () => requests.rest(0),
  );
  const asked = [request(), request()];
  background.begin();
  background.begin();
  ends[0]?.();
  await asked[0];
  // A request that begins while others are open counts too.
  asked.push(request());
  ends[1]?.();
  await asked[1];
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect([runs, background.isRunning()]).toEqual([0, true]);
  ends[2]?.();
  await expect.poll(() => [runs, background.isRunning()]).toEqual([1, false]);
});
