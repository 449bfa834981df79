import { describe, expect, it } from 'vitest';
import { readEditHash, readEditPayload, writeEditHash } from '../../../src/runtime/live/edit-link.ts';
import { createRandom } from '../../helpers/random.ts';

const PIECES = [
  'const a = 1;\n',
  '<p>文字 🦜</p>',
  '\u2028',
  '\0',
  '"\\',
  '\ud800',
  '</script>',
  '  ',
  'é',
  '%2F#?&=.',
];

describe('the address of an edited demo', () => {
  it('restores 200 random edits', async () => {
    const random = createRandom(3);
    for (let round = 0; round < 200; round++) {
      const files: Record<string, string> = {};
      for (let count = Math.floor(random() * 4); count >= 0; count--) {
        const length = Math.floor(random() * 60);
        files[`dir/file-${count}.tsx`] = Array.from(
          { length },
          () => PIECES[Math.floor(random() * PIECES.length)] ?? String.fromCharCode(random() * 65536),
        ).join('');
      }
      const hash = await writeEditHash('docs-demo-ä.b', files);
      // The hash as the address bar encodes it.
      const link = readEditHash(new URL(`https://example.com/demo${hash}`).hash);
      expect(link?.id).toBe('docs-demo-ä.b');
      expect(await readEditPayload(link?.payload ?? '')).toEqual(files);
    }
  });

  it.each(['', '#docs-demo-simple', '#edit=', '#edit=.abc', '#edit=%E0%A4%A.abc'])('is not %j', (hash) => {
    expect(readEditHash(hash)).toBeUndefined();
  });

  it.each([
    ['damaged base64', '%%%'],
    ['truncated', 'q1YqS8wpTlWyUoox'],
    ['empty', Buffer.from('').toString('base64')],
  ])('is refused if the payload is %s', async (_, payload) => {
    await expect(readEditPayload(payload)).rejects.toThrow();
  });

  it('is refused if the payload is not a map of texts, or decompresses to too much data', async () => {
    for (const value of [null, [], { a: 1 }, 'text']) {
      const hash = await writeEditHash('a', value as unknown as Record<string, string>);
      await expect(readEditPayload(hash.split('.')[1] ?? '')).rejects.toThrow(/Not a map of files/);
    }
    const bomb = await writeEditHash('a', { 'index.tsx': ' '.repeat(50_000_000) });
    expect(bomb.length).toBeLessThan(100_000);
    await expect(readEditPayload(bomb.split('.')[1] ?? '')).rejects.toThrow(/too large/);
  });
});
