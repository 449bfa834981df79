import { setTimeout as delay } from 'node:timers/promises';
import vm from 'node:vm';
import { expect, it } from 'vitest';
import { inTime, TimeoutError, withinClock, withinTime } from '../../../src/node/project/within-time.ts';

/** Uses no CPU time, like a worker on a busy machine. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function spin(): void {
  for (;;);
}

it('returns what the task returns, and throws what it throws', () => {
  expect(withinTime(1000, () => 'done')).toBe('done');
  expect(() =>
    withinTime(1000, () => {
      throw new RangeError('no');
    }),
  ).toThrow(RangeError);
});

it('stops a task that exceeds its CPU time', () => {
  expect(() => withinTime(50, spin)).toThrow(new TimeoutError(50));
  // A nested task cannot exceed the limit of the outer task.
  expect(() => withinTime(50, () => withinTime(100_000, spin))).toThrow(new TimeoutError(50));
});

it('runs a task again that got no CPU time', () => {
  let runs = 0;
  const task = (): string => {
    runs++;
    sleep(150);
    return 'done';
  };
  expect(withinTime(100, task)).toBe('done');
  expect(runs).toBeGreaterThan(1);
});

it('stops a task after six times its limit in elapsed time', () => {
  expect(() => withinTime(20, () => sleep(100_000))).toThrow(new TimeoutError(20));
});

it('stops a task by elapsed time if it cannot run again', () => {
  let runs = 0;
  expect(() =>
    withinClock(50, () => {
      runs++;
      sleep(100_000);
    }),
  ).toThrow(new TimeoutError(50));
  expect(runs).toBe(1);
});

it('stops code that loops after an await, and names where', async () => {
  async function spinLater(): Promise<void> {
    await delay(1);
    spin();
  }
  const [failed, other] = await Promise.allSettled([inTime(spinLater(), 100), inTime(delay(20, 'done'), 50_000)]);
  expect(failed).toMatchObject({ reason: new TimeoutError(100) });
  expect((failed as PromiseRejectedResult).reason.stack).toMatch(
    /^ {4}at spinLater \(.*within-time\.test\.ts:\d+:\d+\)$/m,
  );
  expect(other).toMatchObject({ value: 'done' });
});

it('does not stop code of this package while it waits for code of the author', async () => {
  const busy = '(async () => { await null; const end = Date.now() + 1500; while (Date.now() < end); return "done"; })';
  const own = vm.runInThisContext(busy, { filename: new URL('../../../lib/own.js', import.meta.url).href });
  const waiting = inTime(new Promise(() => {}), 100).catch((error: unknown) => error);
  expect([await own(), await waiting]).toEqual(['done', new TimeoutError(100)]);
});
