import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createExclusion, createLimit } from '../../../../src/node/base/files/each-limited.ts';

describe('an exclusion', () => {
  it('runs its tasks while no other task runs, one at a time', async () => {
    const limit = createLimit(3);
    const alone = createExclusion(limit, 3);
    let running = 0;
    const seen: number[] = [];
    const task = async (): Promise<void> => {
      running++;
      await delay(5);
      seen.push(running);
      running--;
    };
    const tasks = Array.from({ length: 5 }, () => limit(task));
    const exclusive = [alone(task), alone(task)];
    await Promise.all([...tasks, ...exclusive, limit(task)]);
    expect(Math.max(...seen.slice(0, 5))).toBe(3);
    expect(seen.slice(-2)).toEqual([1, 1]);
  });

  it('fails without running its task if the limit is aborted', async () => {
    const alone = createExclusion(createLimit(2, AbortSignal.abort()), 2);
    await expect(alone(async () => 'ran')).rejects.toThrow(/aborted/);
  });
});
