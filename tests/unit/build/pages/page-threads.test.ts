import { expect, it } from 'vitest';
import { createPageThreads } from '../../../../src/node/build/pages/page-threads.ts';
import type { PageThreadData } from '../../../../src/node/build/pages/protocol.ts';
import { createPageTexts } from '../../../../src/node/content/page-texts.ts';

it('starts no thread once all are ended, not even those that it was about to start', async () => {
  let asked = 0;
  const threads = createPageThreads({
    data: () => ({}) as PageThreadData,
    texts: createPageTexts(),
    pageTimeout: 10_000,
    // What a page is made of cannot be put together: the pool ends.
    next: () => {
      if (asked++ === 0) threads.close();
      return undefined;
    },
    hear: () => undefined,
    lose: () => undefined,
  });
  threads.startOthers(3);
  await threads.closed();
  threads.startOthers(3);
  expect(asked).toBe(1);
});
