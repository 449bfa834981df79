import { deserialize, serialize } from 'node:v8';
import { expect, it } from 'vitest';
import { isDense } from '../../../../src/node/build/shards/is-dense.ts';

const sparse = (length: number): unknown[] => deserialize(serialize(Object.assign([], { length })));

it('finds lists with gaps at any depth, and takes no time for their length', () => {
  expect(isDense(sparse(4e9))).toBe(false);
  expect(isDense(sparse(1))).toBe(false);
  expect(isDense(new Map([['x', { list: [[sparse(3)]] }]]))).toBe(false);
});

it('accepts other data', () => {
  const loop: unknown[] = [1];
  loop.push(loop);
  const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000));
  for (const data of [undefined, null, 'text', [], [undefined], { a: [1, 'x'] }, new Map([[1, [2]]]), loop, deep])
    expect(isDense(data)).toBe(true);
  expect(isDense(Buffer.alloc(3))).toBe(true);
});
