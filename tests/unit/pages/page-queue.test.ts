import { expect, it } from 'vitest';
import type { SourcePage } from '../../../src/node/load/types.ts';
import { createPageQueue } from '../../../src/node/pages/page-queue.ts';
import type { PageTask } from '../../../src/node/pages/protocol.ts';

const task = (number: number): PageTask => ({ kind: 'compile', number, page: {} as SourcePage });
const numbers = (queue: ReturnType<typeof createPageQueue>, isHere: boolean, most = 10): (number | undefined)[] =>
  Array.from({ length: most }, () => queue.next(isHere)?.number).filter((number) => number !== undefined);

it('gives what waits in order, and what is added after it', () => {
  const queue = createPageQueue([task(1), task(2)]);
  expect(queue.left()).toBe(2);
  queue.add(task(3));
  expect(numbers(queue, false)).toEqual([1, 2, 3]);
  expect(queue.left()).toBe(0);
});

it('puts together what is ready when it is asked for, before all that waits', () => {
  const queue = createPageQueue([task(1)]);
  const made: number[] = [];
  queue.addReady(
    (function* () {
      for (const number of [7, 8]) {
        made.push(number);
        yield task(number);
      }
      return undefined;
    })(),
  );
  expect(made).toEqual([]);
  expect(numbers(queue, true, 1)).toEqual([7]);
  expect(made).toEqual([7]);
  expect(numbers(queue, true)).toEqual([8, 1]);
});

it('gives what has ended a thread first, but never to this one', () => {
  const queue = createPageQueue([task(1)]);
  queue.addAgain(task(5));
  expect(numbers(queue, true)).toEqual([1]);
  expect(numbers(queue, false)).toEqual([5]);
});
