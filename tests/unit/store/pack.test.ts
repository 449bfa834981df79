import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createPackReader, createPackWriter, type Packed } from '../../../src/node/store/pack.ts';
import { makeFolder } from '../../helpers/folder.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Writes records of 1,000 bytes to a pack, and returns their locations. */
function writePack(count: number): Packed[] {
  const file = path.join(makeFolder('pack'), 'entries.bin');
  const open = fs.openSync(file, 'w');
  const writer = createPackWriter(open);
  const located = Array.from({ length: count }, (_, index) => {
    const record = Buffer.alloc(1000, index % 251);
    return { file, offset: writer.add(record), bytes: record.length };
  });
  writer.end(new Map());
  fs.closeSync(open);
  return located;
}

it.each([false, true])('records that several workers wrote in turns are read in few pieces (reuses: %s)', (reuses) => {
  const records = writePack(4000);
  // Four workers had a quarter of the pages each. The pages are read in their order.
  const order = records.map((_, index) => Math.floor(index / 4) + (index % 4) * 1000);
  const reads = vi.spyOn(fs, 'readSync');
  const read = createPackReader({ reuses });
  for (const index of order) {
    const record = records[index] as Packed;
    expect(read(record)?.equals(Buffer.alloc(1000, index % 251)), `${index}`).toBe(true);
  }
  expect(reads.mock.calls.length).toBeLessThan(30);
});

it('records at the end of a window, and larger ones, are complete', async () => {
  const [first] = writePack(600);
  const { file } = first as Packed;
  const all = fs.readFileSync(file);
  const read = createPackReader();
  for (const [offset, bytes] of [
    [2 ** 18 - 1, 2],
    [2 ** 18 - 1, 2 ** 17],
    [1, 2 ** 17 + 1],
    [0, all.length],
  ] as const)
    expect(read({ file, offset, bytes })?.equals(all.subarray(offset, offset + bytes)), `${offset}`).toBe(true);
  expect(read({ file, offset: all.length - 1, bytes: 2 })).toBeUndefined();
});
