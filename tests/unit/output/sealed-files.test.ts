import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { hashOf } from '../../../src/node/base/hash.ts';
import { copiesIn, copyName, placeSealed } from '../../../src/node/output/sealed-files.ts';
import { sealedState } from '../../../src/node/store/sealed-states.ts';
import { makeFolder } from '../../helpers/folder.ts';

afterEach(() => void vi.restoreAllMocks());

it('copies a file to another file system only if its content matches its hash', () => {
  const root = makeFolder('sealed-files');
  const outDir = path.join(root, 'dist');
  const copies = copiesIn(outDir, { projectRoot: root });
  vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error('cross-device link'), { code: 'EXDEV' });
  });
  const place = (text: string): void => {
    const source = path.join(root, 'source');
    fs.writeFileSync(source, text);
    const state = sealedState(fs.statSync(source, { bigint: true }));
    const output = { source, state, hash: hashOf('right'), size: text.length };
    placeSealed(new Map([['v/1.x/a.txt', output]]), outDir, { outDir: path.join(root, 'last'), copies });
  };
  const target = path.join(outDir, 'v/1.x/a.txt');
  expect(() => place('wrong')).toThrow('The file a.txt of version 1.x was changed');
  expect(fs.existsSync(target)).toBe(false);
  place('right');
  const stats = fs.statSync(target, { bigint: true });
  expect([fs.readFileSync(target, 'utf8'), stats.mode & 0o777n]).toEqual(['right', 0o444n]);
  expect(copies.isVerified(copyName('v/1.x/a.txt', hashOf('right')), stats)).toBe(true);
});
