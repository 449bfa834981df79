import { expect, it } from 'vitest';
import { createPageQueue } from '../../../../src/node/build/pages/page-queue.ts';
import type { PageTask } from '../../../../src/node/build/pages/protocol.ts';
import type { SourcePage } from '../../../../src/node/content/types.ts';

const task = (number: number): PageTask => ({ kind: 'compile', number, page: {} as SourcePage });
const numbers = (queue: ReturnType<typeof createPageQueue>, isHere: boolean, most = 10): (number | undefined)[] =>
  Array.from({ length: most }, () => queue.next(isHere)?.number).filter((number) => number !== undefined);

it('returns waiting tasks in order, and added tasks after them', () => {
  const queue = createPageQueue([task(1), task(2)]);
  expect(queue.left()).toBe(2);
  queue.add(task(3));
  expect(numbers(queue, false)).toEqual([1, 2, 3]);
  expect(queue.left()).toBe(0);
});

it('prepares ready tasks when they are requested, before waiting tasks', () => {
  const queue = createPageQueue([task(1)]);
  const made: number[] = [];
  const prepare = (each: PageTask): PageTask => {
    made.push(each.number);
    return each;
  };
  queue.addReady([task(7), task(8)], prepare);
  expect(made).toEqual([]);
  expect(numbers(queue, true, 1)).toEqual([7]);
  expect(made).toEqual([7]);
  expect(numbers(queue, true)).toEqual([8, 1]);
});

it('skips tasks whose result is cached, and estimates from them how many are left', () => {
  const pages = Array.from({ length: 1000 }, (_, number) => task(number));
  const leftAfter = (count: number, prepare: (each: PageTask) => PageTask | undefined): number => {
    const queue = createPageQueue([]);
    queue.addReady(pages, prepare);
    for (let given = 0, pauses = 0; given < count && pauses < 100; )
      if (queue.next(true)) given++;
      else pauses++;
    return queue.left();
  };
  const every = (each: PageTask): PageTask => each;
  const tenth = (each: PageTask): PageTask | undefined => (each.number % 10 === 0 ? each : undefined);
  expect(leftAfter(100, every)).toBe(900);
  expect(leftAfter(50, tenth)).toBe(Math.ceil((509 * 50) / 491));
  // A few tasks in a row are not enough for an estimate.
  expect(leftAfter(5, every)).toBe(0);
  expect(leftAfter(1000, every)).toBe(0);
});

it('has no task after many pages in a row that are cached, until the next call', () => {
  const pages = Array.from({ length: 150 }, (_, number) => task(number));
  let pauses = 0;
  const queue = createPageQueue([task(1000)], () => void pauses++);
  queue.addReady(pages, (each) => (each.number === 149 ? each : undefined));
  const given = Array.from({ length: 5 }, () => queue.next(true)?.number);
  expect(given).toEqual([undefined, undefined, 149, 1000, undefined]);
  expect(pauses).toBe(2);
});

it('returns a task that has crashed a worker before all others, but only to workers', () => {
  const queue = createPageQueue([task(1)]);
  queue.addAgain(task(5));
  expect(numbers(queue, true)).toEqual([1]);
  expect(numbers(queue, false)).toEqual([5]);
});
