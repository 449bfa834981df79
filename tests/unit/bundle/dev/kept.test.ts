import { describe, expect, it } from 'vitest';
import { createKept } from '../../../../src/node/bundle/dev/kept.ts';

interface Made {
  text: string;
  inputs: string[];
}

/** A value that is computed from one file when the test finishes it. */
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
    /** Lets the queued computation start. */
    settle: () => new Promise((resolve) => setTimeout(resolve)),
  };
}

describe('createKept', () => {
  it('computes a value once for several callers, and keeps it until one of its files changes', async () => {
    const { kept, making, get, settle } = createSubject();
    const results = [get(), get()];
    await settle();
    making[0]?.finish('one', ['/a', '/b']);
    expect((await Promise.all(results)).map(({ text }) => text)).toEqual(['one', 'one']);
    expect(kept.touch(new Set(['/c']))).toBe(false);
    expect((await get()).text).toBe('one');
    expect(making.length).toBe(1);
    expect(kept.touch(new Set(['/b', '/c']))).toBe(true);
    const again = get();
    await settle();
    making[1]?.finish('two');
    expect((await again).text).toBe('two');
  });

  it('is not changed by any file before the first computation', () => {
    expect(createSubject().kept.touch(new Set(['/a']))).toBe(false);
  });

  it('computes the value again if a file changes during the computation, one after the other', async () => {
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

  it('does not cache a failure, which any change may fix', async () => {
    const { kept, making, get, settle } = createSubject();
    const first = get();
    await settle();
    making[0]?.fail(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    expect(kept.touch(new Set(['/anything']))).toBe(true);
    const second = get();
    await settle();
    making[1]?.finish('fixed');
    expect((await second).text).toBe('fixed');
    expect(kept.touch(new Set(['/anything']))).toBe(false);
  });

  it('removes the value on request, and waits for running computations', async () => {
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
