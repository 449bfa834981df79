import { expect, it } from 'vitest';
import { contentHash, contentHashOfChunks, hexHash } from '../../../src/node/base/hash.ts';

it('contentHashOfChunks returns the hash of the joined chunks', () => {
  expect(contentHashOfChunks(['a', Buffer.from('b'), 'ç'])).toBe(contentHash('abç'));
  expect(contentHash('abç')).toBe(hexHash('abç').slice(0, 10));
});
