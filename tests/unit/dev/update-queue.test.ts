import { describe, expect, it } from 'vitest';
import { createUpdateQueue } from '../../../src/node/dev/update-queue.ts';

/** A queue whose updates write down when they begin and end. */
function createLog() {
  const log: unknown[] = [];
  const queue = createUpdateQueue((error) => log.push(error));
  const update = (name: string) => async () => {
    log.push(`${name} begins, ${queue.isWaiting() ? 'one waits' : 'none waits'}`);
    await Promise.resolve();
    log.push(`${name} ends`);
  };
  return { log, queue, update };
}

describe('createUpdateQueue', () => {
  it('makes one after the other, from the time when it is started', async () => {
    const { log, queue, update } = createLog();
    const first = queue.add(update('one'));
    const second = queue.add(update('two'));
    await Promise.resolve();
    expect(log).toEqual([]);
    expect(queue.isWaiting()).toBe(true);
    queue.start();
    await first;
    await second;
    expect(log).toEqual(['one begins, one waits', 'one ends', 'two begins, none waits', 'two ends']);
    expect(queue.isWaiting()).toBe(false);
  });

  it('tells what one throws, and goes on', async () => {
    const { log, queue, update } = createLog();
    queue.start();
    const fault = new Error('no');
    await queue.add(() => Promise.reject(fault));
    await queue.add(update('two'));
    expect(log).toEqual([fault, 'two begins, none waits', 'two ends']);
  });

  it('ends what is under way when it is closed, and leaves out what waits', async () => {
    const { log, queue, update } = createLog();
    queue.start();
    let isClosed: Promise<void> | undefined;
    const first = queue.add(async () => {
      isClosed = queue.close();
      await update('one')();
    });
    const second = queue.add(update('two'));
    await Promise.all([first, second]);
    await isClosed;
    expect(log).toEqual(['one begins, one waits', 'one ends']);
  });

  it('is closed before it was started', async () => {
    const { log, queue, update } = createLog();
    const first = queue.add(update('one'));
    await queue.close();
    await first;
    expect(log).toEqual([]);
  });
});
