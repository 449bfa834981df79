import { describe, expect, it } from 'vitest';
import { createKept } from '../../../../src/node/bundle/dev/kept.ts';

interface Made {
  text: string;
  inputs: string[];
}

/** Something made of one file, when the test says so. */
function createSubject() {
  const kept = createKept<Made>();
  const making: { finish: (text: string, inputs?: string[]) => void; fail: (error: Error) => void }[] = [];
  return {
    kept,
    making,
    get: () =>
      kept.get(
        () =>
          new Promise<Made>((resolve, reject) => {
            making.push({ finish: (text, inputs = ['/a']) => resolve({ text, inputs }), fail: reject });
          }),
      ),
    /** Lets what waits for its turn begin. */
    settle: () => new Promise((resolve) => setTimeout(resolve)),
  };
}

describe('createKept', () => {
  it('makes once what several ask for, and gives it again until one of its files changes', async () => {
    const { kept, making, get, settle } = createSubject();
    const asked = [get(), get()];
    await settle();
    making[0]?.finish('one', ['/a', '/b']);
    expect((await Promise.all(asked)).map(({ text }) => text)).toEqual(['one', 'one']);
    expect(kept.touch(new Set(['/c']))).toBe(false);
    expect((await get()).text).toBe('one');
    expect(making.length).toBe(1);
    expect(kept.touch(new Set(['/b', '/c']))).toBe(true);
    const again = get();
    await settle();
    making[1]?.finish('two');
    expect((await again).text).toBe('two');
  });

  it('is not touched by anything before it was made', () => {
    expect(createSubject().kept.touch(new Set(['/a']))).toBe(false);
  });

  it('makes anew, and not beside, what changes while it is being made', async () => {
    const { kept, making, get, settle } = createSubject();
    const first = get();
    await settle();
    expect(kept.touch(new Set(['/anything']))).toBe(true);
    const second = get();
    await settle();
    expect(making.length).toBe(1);
    making[0]?.finish('old');
    expect((await first).text).toBe('old');
    await settle();
    making[1]?.finish('new');
    expect((await second).text).toBe('new');
    expect((await get()).text).toBe('new');
    expect(kept.touch(new Set(['/anything']))).toBe(false);
  });

  it('keeps no failure, which any change may mend', async () => {
    const { kept, making, get, settle } = createSubject();
    const first = get();
    await settle();
    making[0]?.fail(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    expect(kept.touch(new Set(['/anything']))).toBe(true);
    const second = get();
    await settle();
    making[1]?.finish('mended');
    expect((await second).text).toBe('mended');
    expect(kept.touch(new Set(['/anything']))).toBe(false);
  });

  it('lets go of what was made of something else, and waits for what is under way', async () => {
    const { kept, making, get, settle } = createSubject();
    const first = get();
    await settle();
    let isSettled = false;
    void kept.settled().then(() => {
      isSettled = true;
    });
    await settle();
    expect(isSettled).toBe(false);
    making[0]?.finish('one');
    await first;
    await settle();
    expect(isSettled).toBe(true);
    kept.drop();
    void get();
    await settle();
    expect(making.length).toBe(2);
  });
});
