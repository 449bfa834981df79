import { expect, it } from 'vitest';
import { TimeoutError, withinClock, withinTime } from '../../../src/node/project/within-time.ts';

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
