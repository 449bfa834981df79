import { transform } from 'sucrase';
import { describe, expect, it } from 'vitest';
import { fixReExports } from '../../../src/runtime/sandbox/re-exports.ts';

const compile = (code: string): string => transform(code, { transforms: ['imports'] }).code;

describe('fixReExports', () => {
  it.each([
    ['the whole CommonJS module', { named: 1 }, { named: 1 }],
    ['the default export of an ES module', { __esModule: true, default: 'main' }, 'main'],
  ])('returns %s as a re-exported default', (_, module, expected) => {
    const { code } = fixReExports(compile("export { default as again } from 'it';"));
    const exports: { again?: unknown } = {};
    new Function('exports', 'require', code)(exports, () => module);
    expect(exports.again).toEqual(expected);
  });

  it('maps columns to the original code', () => {
    const code = compile("export { default as again } from 'it'; here;\nthere;");
    const fixed = fixReExports(code);
    for (const word of ['defineProperty', 'obj[importedName]', 'here'])
      expect(fixed.columnOf(0, fixed.code.indexOf(word))).toBe(code.indexOf(word));
    expect(fixed.columnOf(1, 3)).toBe(3);
    expect(fixReExports('here').columnOf(0, 2)).toBe(2);
  });
});
