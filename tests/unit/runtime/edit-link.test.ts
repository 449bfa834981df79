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

describe('an address with an edited demo', () => {
  it('gives back 1,000 random edits as they were', async () => {
    const random = createRandom(3);
    for (let round = 0; round < 1000; round++) {
      const files: Record<string, string> = {};
      for (let count = Math.floor(random() * 4); count >= 0; count--) {
        const length = Math.floor(random() * 60);
        files[`dir/file-${count}.tsx`] = Array.from(
          { length },
          () => PIECES[Math.floor(random() * PIECES.length)] ?? String.fromCharCode(random() * 65536),
        ).join('');
      }
      const hash = await writeEditHash('docs-demo-ä.b', files);
      // As an address bar has it.
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
    ['cut short', 'q1YqS8wpTlWyUoox'],
    ['no map', Buffer.from('').toString('base64')],
  ])('refuses a payload that is %s', async (_, payload) => {
    await expect(readEditPayload(payload)).rejects.toThrow();
  });

  it('refuses what is no map of texts, and what grows without measure', async () => {
    for (const value of [null, [], { a: 1 }, 'text']) {
      const hash = await writeEditHash('a', value as unknown as Record<string, string>);
      await expect(readEditPayload(hash.split('.')[1] ?? '')).rejects.toThrow(/Not a map of files/);
    }
    const bomb = await writeEditHash('a', { 'index.tsx': ' '.repeat(50_000_000) });
    expect(bomb.length).toBeLessThan(100_000);
    await expect(readEditPayload(bomb.split('.')[1] ?? '')).rejects.toThrow(/too large/);
  });
});
