import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileReader } from '../../../../src/node/base/files/read-files.ts';
import { makeFolder } from '../../../helpers/folder.ts';

const file = path.join(makeFolder('read-files'), 'page.md');
fs.writeFileSync(file, '# Page\n');

/** Reads the file many times with a clock on which each read takes some milliseconds, and returns how often it was read at once. */
async function readAtOnce(milliseconds: number): Promise<number> {
  let time = 0;
  const read = createFileReader(() => {
    time += milliseconds / 2;
    return time;
  });
  let count = 0;
  for (let index = 0; index < 40; index++) {
    const before = time;
    expect(String(await read(file))).toBe('# Page\n');
    // Only a read at once is timed.
    if (time > before) count++;
  }
  return count;
}

describe('the reader of many files', () => {
  it('reads files at once from memory, and in the background from a slow disk', async () => {
    expect(await readAtOnce(0.02)).toBe(40);
    expect(await readAtOnce(1)).toBe(16);
  });

  it('rejects with the error of a missing file, in both ways', async () => {
    const read = createFileReader(() => 0);
    await expect(read(`${file}.gone`)).rejects.toMatchObject({ code: 'ENOENT' });
    let time = 0;
    const slow = createFileReader(() => {
      time += 10;
      return time;
    });
    for (let index = 0; index < 20; index++)
      await expect(slow(`${file}.gone`)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
