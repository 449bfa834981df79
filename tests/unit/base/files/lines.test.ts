import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createFileHash, linesOf } from '../../../../src/node/base/files/lines.ts';
import { hashOf } from '../../../../src/node/base/hash.ts';
import { createFolder } from '../../../helpers/build-site.ts';

it('reads lines of any length', async () => {
  const file = path.join(await createFolder('lines'), 'list');
  const lines = ['one', '', 'zwölf', '漢'.repeat(700_000), 'x'.repeat(3_000_000), 'end'];
  const text = `${lines.join('\n')}\n`;
  await fs.writeFile(file, text);
  expect(createFileHash()(file)).toBe(hashOf(text));
  expect([...linesOf(file)]).toEqual(lines);
  await fs.writeFile(file, 'a\nb');
  expect([...linesOf(file)]).toEqual(['a', 'b']);
});
