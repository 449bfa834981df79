import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { type BatchesOptions, createBatches } from '../../../src/node/dev/watch/batches.ts';
import type { Difference } from '../../../src/node/dev/watch/folder-tree.ts';

/** Creates batches of the files in `noted`, which stay there until they are reported. */
function createFixture(options: Partial<BatchesOptions> = {}) {
  const noted = new Set<string>();
  const unsettled = new Set<string>();
  const reports: string[][] = [];
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const difference = (path: string): Difference => ({
    path,
    isSettled: !unsettled.has(path),
    accept: (changed) => {
      changed.add(path);
      noted.delete(path);
    },
  });
  const batches = createBatches({
    quietTime: 12,
    settleTime: 80,
    compare: async () => [...noted].map(difference),
    clear: () => noted.clear(),
    isLocked: async () => false,
    onBatch: (changed) => reports.push([...changed]),
    signal: closing.signal,
    ...options,
  });
  return { noted, unsettled, reports, batches, closing };
}

it('waits for a lock that was created during the comparison', async () => {
  let isLocked = false;
  const { noted, reports, batches } = createFixture({
    compare: async () => {
      isLocked ||= looks++ === 0;
      return [...noted].map((path) => ({ path, isSettled: true, accept: (changed) => changed.add(path) }));
    },
    isLocked: async () => isLocked,
  });
  let looks = 0;
  noted.add('a');
  batches.touch();
  // Long enough for more comparisons, which must not happen.
  await delay(100);
  expect([looks, reports]).toEqual([1, []]);
  noted.add('b');
  isLocked = false;
  await batches.idle();
  expect(reports).toEqual([['a', 'b']]);
});

it('eventually reports while changes continue, and keeps unsettled files for the next batch', async () => {
  const { noted, unsettled, reports, batches } = createFixture();
  noted.add('settled');
  for (let index = 0; reports.length === 0; index++) {
    // A new file each time, none of which has had time to settle.
    for (const path of unsettled) noted.delete(path);
    unsettled.clear();
    unsettled.add(`new ${index}`);
    noted.add(`new ${index}`);
    batches.touch();
    // Shorter than the quiet time.
    await delay(4);
  }
  expect(reports).toEqual([['settled']]);
  await batches.idle();
  expect(reports).toEqual([['settled'], [...unsettled]]);
});

it('keeps the files of a save together if a comparison takes longer than a batch may', async () => {
  let comparisons = 0;
  const { noted, unsettled, reports, batches } = createFixture({
    compare: async () => {
      if (comparisons++ === 0) await delay(1_100);
      return [...noted].map((path) => ({
        path,
        isSettled: !unsettled.has(path),
        accept: (changed) => {
          changed.add(path);
          noted.delete(path);
        },
      }));
    },
  });
  noted.add('written');
  noted.add('removed');
  unsettled.add('removed');
  batches.touch();
  await batches.idle();
  expect(reports).toEqual([['written', 'removed']]);
});

it('starts another batch for files that change while it reports', async () => {
  const { noted, reports, batches } = createFixture({
    onBatch: (changed) => {
      reports.push([...changed]);
      if (reports.length > 1) return;
      noted.add('b');
      batches.touch();
    },
  });
  noted.add('a');
  batches.touch();
  await expect.poll(() => reports).toEqual([['a'], ['b']]);
});

it('reports nothing after it was aborted', async () => {
  const { noted, reports, batches, closing } = createFixture({ quietTime: 60_000 });
  noted.add('a');
  batches.touch();
  closing.abort();
  await batches.idle();
  batches.touch();
  await batches.idle();
  expect(reports).toEqual([]);
});
