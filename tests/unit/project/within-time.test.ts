import { expect, it } from 'vitest';
import { TimeoutError, withinClock, withinTime } from '../../../src/node/project/within-time.ts';

/** Uses no processor, as a thread that others leave none. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function spin(): void {
  for (;;);
}

it('gives what the task gives, and throws what it throws', () => {
  expect(withinTime(1000, () => 'done')).toBe('done');
  expect(() =>
    withinTime(1000, () => {
      throw new RangeError('no');
    }),
  ).toThrow(RangeError);
});

it('stops a task that uses its time of the processor', () => {
  expect(() => withinTime(50, spin)).toThrow(new TimeoutError(50));
  // Within another task its time holds.
  expect(() => withinTime(50, () => withinTime(100_000, spin))).toThrow(new TimeoutError(50));
});

it('runs a task again that got no processor in its time', () => {
  let runs = 0;
  const task = (): string => {
    runs++;
    sleep(150);
    return 'done';
  };
  expect(withinTime(100, task)).toBe('done');
  expect(runs).toBeGreaterThan(1);
});

it('stops a task that takes more than six times its time by the clock', () => {
  expect(() => withinTime(20, () => sleep(100_000))).toThrow(new TimeoutError(20));
});

it('stops a task by the clock where it cannot be run again', () => {
  let runs = 0;
  expect(() =>
    withinClock(50, () => {
      runs++;
      sleep(100_000);
    }),
  ).toThrow(new TimeoutError(50));
  expect(runs).toBe(1);
});
