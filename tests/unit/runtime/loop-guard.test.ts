import { afterEach, describe, expect, it } from 'vitest';
import { guardLoops, installGuard } from '../../../src/runtime/sandbox/loop-guard.ts';

installGuard(100);
// Lets the guard see that the thread was free.
afterEach(() => new Promise((resolve) => setTimeout(resolve, 5)));
const run = (code: string): unknown => new Function(`return (${guardLoops(code).code})()`)();

describe('guardLoops', () => {
  it.each([
    '(() => { for (;;); })',
    '(() => { for (;;) {} })',
    '(() => { while (true) if (1) continue; })',
    '(() => { do {} while (true) })',
    '(() => { for (const x of (function* () { for (;;) yield 1; })()) void x; })',
    '(() => { const a = [1]; for (const x of a) a.push(x); })',
  ])('ends %s', (code) => {
    expect(() => run(code)).toThrow(/A loop did not end within 0\.1 s /);
  });

  it('leaves what loops do as it was', () => {
    const code = `(() => {
      const seen = [];
      outer: for (let i = 0; i < 3; i++) for (const j of [0, 1]) { if (j) continue outer; seen.push(i); }
      let n = 0;
      while (n < 1000) n++;
      do n--; while (n > 10)
      for (const key in { a: 1, b: 2 }) seen.push(key);
      return [seen.join(''), n];
    })`;
    expect(run(code)).toEqual(['012ab', 10]);
  });

  it('keeps lines, and finds columns again', () => {
    const code = 'let n = 0;\nwhile (n < 3) n++; throw n;\nfor (;;) { throw 1; }';
    const guarded = guardLoops(code);
    for (const [line, word] of [
      [1, 'throw n'],
      [2, 'throw 1'],
    ] as const) {
      const column = guarded.code.split('\n')[line]?.indexOf(word) ?? 0;
      expect(guarded.columnOf(line, column)).toBe(code.split('\n')[line]?.indexOf(word));
    }
  });

  it('leaves code that is no script to the one who runs it', () => {
    expect(guardLoops('for (').code).toBe('for (');
  });
});
