import { transform } from 'sucrase';
import { describe, expect, it } from 'vitest';
import { fixReExports } from '../../../src/runtime/sandbox/re-exports.ts';

const compile = (code: string): string => transform(code, { transforms: ['imports'] }).code;

describe('mendReExports', () => {
  it.each([
    ['all of a CommonJS module', { named: 1 }, { named: 1 }],
    ['the default of an ES module', { __esModule: true, default: 'main' }, 'main'],
  ])('gives %s for the default that is exported again', (_, module, expected) => {
    const { code } = fixReExports(compile("export { default as again } from 'it';"));
    const exports: { again?: unknown } = {};
    new Function('exports', 'require', code)(exports, () => module);
    expect(exports.again).toEqual(expected);
  });

  it('knows the columns of the code as it was', () => {
    const code = compile("export { default as again } from 'it'; here;\nthere;");
    const mended = fixReExports(code);
    for (const word of ['defineProperty', 'obj[importedName]', 'here'])
      expect(mended.columnOf(0, mended.code.indexOf(word))).toBe(code.indexOf(word));
    expect(mended.columnOf(1, 3)).toBe(3);
    expect(fixReExports('here').columnOf(0, 2)).toBe(2);
  });
});
