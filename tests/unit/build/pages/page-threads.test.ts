import { expect, it } from 'vitest';
import { createPageThreads } from '../../../../src/node/build/pages/page-threads.ts';
import type { PageThreadData } from '../../../../src/node/build/pages/protocol.ts';
import { createPageTexts } from '../../../../src/node/content/page-texts.ts';

it('starts no worker after the pool is closed, not even those that it was about to start', async () => {
  let requests = 0;
  const threads = createPageThreads({
    data: () => ({}) as PageThreadData,
    texts: createPageTexts(),
    pageTimeout: 10_000,
    // The inputs of a page cannot be prepared, so the pool closes.
    next: () => {
      if (requests++ === 0) threads.close();
      return undefined;
    },
    hear: () => undefined,
    lose: () => undefined,
  });
  threads.startOthers(3);
  await threads.closed();
  threads.startOthers(3);
  expect(requests).toBe(1);
});
