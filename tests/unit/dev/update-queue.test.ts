import { describe, expect, it } from 'vitest';
import { createUpdateQueue } from '../../../src/node/dev/dev.ts';

/** A queue whose updates log their start and end. */
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
  it('runs updates one after the other after it is started', async () => {
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

  it('reports errors of an update, and continues', async () => {
    const { log, queue, update } = createLog();
    queue.start();
    const failure = new Error('no');
    await queue.add(() => Promise.reject(failure));
    await queue.add(update('two'));
    expect(log).toEqual([failure, 'two begins, none waits', 'two ends']);
  });

  it('finishes the running update when it is closed, and skips waiting ones', async () => {
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

  it('can be closed before it is started', async () => {
    const { log, queue, update } = createLog();
    const first = queue.add(update('one'));
    await queue.close();
    await first;
    expect(log).toEqual([]);
  });
});
