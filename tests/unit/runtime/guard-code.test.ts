import { afterEach, describe, expect, it } from 'vitest';
import { guardCode } from '../../../src/runtime/sandbox/guard-code.ts';
import { installGuards } from '../../../src/runtime/sandbox/install-guards.ts';

installGuards({ loop: 100, call: 200 });
// Resets the guards: they must see a pause between tests.
afterEach(() => new Promise((resolve) => setTimeout(resolve, 5)));
const run = (code: string): unknown => new Function(guardCode(`return (${code})()`).code)();

describe('guardCode', () => {
  it.each([
    '() => { for (;;); }',
    '() => { for (;;) {} }',
    '() => { while (true) if (1) continue; }',
    '() => { do {} while (true) }',
    '() => { for (const x of (function* () { for (;;) yield 1; })()) void x; }',
    '() => { const a = [1]; for (const x of a) a.push(x); }',
    '() => { for (;;) try { for (;;); } catch {} }',
    '() => { outer: for (;;) try { for (;;); } finally { continue outer; } }',
  ])('stops the loop of %s', (code) => {
    expect(() => run(code)).toThrow(/A loop did not finish within 0\.1 s /);
  });

  it.each([
    '() => { const f = (n) => n ? f(n - 1) + f(n - 1) : 0; return f(99); }',
    '() => { const f = (n, a = n && f(n - 1), b = n && f(n - 1)) => a + b; return f(99); }',
    '() => { class A { get a() { return this.b; } get b() { return 1; } } const a = new A(); return Array.from({ length: 4e9 }, () => a.a); }',
    '() => Array.from({ length: 4e9 }, () => { try { return 1; } catch {} })',
    '() => { const f = (n) => { try { return n && f(n - 1); } finally { n && f(n - 1); } }; f(99); }',
  ])('stops the calls of %s', (code) => {
    expect(() => run(code)).toThrow(/The demo did not pause within 0\.2 s /);
  });

  it.each([
    '() => { const f = () => Promise.resolve().then(f); return f(); }',
    '() => { const f = async () => { await 0; return f(); }; return f(); }',
    '() => { const f = () => Promise.reject().catch(f); return f(); }',
    '() => new Promise((_, reject) => { const f = () => { try { g(); } catch (error) { reject(error); } }; const g = () => queueMicrotask(f); f(); })',
    'async () => { for await (const x of (async function* () { for (;;) yield 1; })()) void x; }',
    'async () => { for (;;) await 0; }',
  ])('stops the promise chain of %s', async (code) => {
    await expect(run(code)).rejects.toThrow(/did not (?:finish|pause) within/);
  });

  it('does not change the behavior of loops and functions', () => {
    const code = `(() => {
      const seen = [];
      outer: for (let i = 0; i < 3; i++) for (const j of [0, 1]) { if (j) continue outer; seen.push(i); }
      let n = 0;
      while (n < 1000) n++;
      do n--; while (n > 10)
      for (const key in { a: 1, b: 2 }) seen.push(key);
      for (const x of [1]) seen.push((y => z => ({ sum: x + y + z }))(1)(1).sum)
      const pair = (a, b) => (a, b), { d = () => 'd' } = {};
      class A { m() { return super.toString === Object.prototype.toString; } static { seen.push('static'); } }
      class B extends A { constructor() { super(); this.c = 1; } }
      function strict() { 'use strict'; return this; }
      function sloppy() { return this; }
      const both = (function () { "use strict"
        return this; })();
      seen.push(pair(1, 2), d(), new A().m(), new B().c, strict(), sloppy() === globalThis, both, [...(function* () { yield 'g'; })()][0]);
      return [seen, n];
    })`;
    // biome-ignore lint/security/noGlobalEval: runs the same code without guards
    expect(run(code)).toEqual(globalThis.eval(`${code}()`));
  });

  it('keeps lines, and maps columns', () => {
    const code =
      'let n = 0;\nwhile (n < 3) n++; throw n;\nfor (;;) { throw 1; }\nconst f = () => g(() => { throw 2; });';
    const guarded = guardCode(code);
    for (const [line, word] of [
      [1, 'throw n'],
      [2, 'throw 1'],
      [3, 'throw 2'],
    ] as const) {
      const column = guarded.code.split('\n')[line]?.indexOf(word) ?? 0;
      expect(guarded.columnOf(line, column)).toBe(code.split('\n')[line]?.indexOf(word));
    }
    expect(guardCode('() => 1').columnOf(0, '() => (cascader'.length)).toBe('() => '.length);
  });

  it('guards code after a `return` or an `await` of a module', () => {
    expect(guardCode('if (0) return; await 0; for (;;);').code).toContain('cascaderLoop()');
  });

  it('guards the text of a guarded function again', () => {
    const { code } = guardCode('() => { for (;;) break; }');
    expect(guardCode(code).code).toContain('cascaderLoop();cascaderLoop();');
  });

  it.each([
    ['for (', /Unexpected token/],
    ['function cascaderLoop() {}', /cascaderLoop is a reserved name/],
    ['const { a: cascaderCall } = b;', /cascaderCall is a reserved name/],
    ['(cascaderLoop) => { for (;;); }', /cascaderLoop is a reserved name/],
    ['globalThis.\\u0063ascaderLoop = 1;', /cascaderLoop is a reserved name/],
    ["with ({ ['cascader' + 'Loop']() {} }) for (;;);", /`with` cannot be used/],
  ])('refuses %s', (code, says) => {
    expect(() => guardCode(code)).toThrow(says);
  });
});
