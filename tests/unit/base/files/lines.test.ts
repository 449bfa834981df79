import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createFileHash, createLineFile, linesOf } from '../../../../src/node/base/files/lines.ts';
import { hashOf } from '../../../../src/node/base/hash.ts';
import { createFolder } from '../../../helpers/build-site.ts';

it('writes lines of any length, and reads them again', async () => {
  const file = path.join(await createFolder('lines'), 'list');
  const lines = ['one', '', 'zwölf', '漢'.repeat(700_000), 'x'.repeat(3_000_000), 'end'];
  const list = createLineFile(file);
  for (const line of lines) list.add(line);
  const text = `${lines.join('\n')}\n`;
  expect(list.end()).toEqual({ bytes: Buffer.byteLength(text), hash: hashOf(text) });
  expect(createFileHash()(file)).toBe(hashOf(text));
  expect([...linesOf(file)]).toEqual(lines);
  await fs.writeFile(file, 'a\nb');
  expect([...linesOf(file)]).toEqual(['a', 'b']);
});
