import type { GuardedCode } from './guard-code.ts';

/** How the compiler's output gives what a module exports again, and what is missing before it. */
const GETTER = 'get: () => obj[importedName]';
const INTEROP = "importedName === 'default' && !(obj && obj.__esModule) ? obj : ";

/**
 * Lets a module that exports the default of another again have all of a CommonJS module for it, as an import does: the
 * compiler's output takes its property `default`, which is not there.
 */
export function mendReExports(code: string): GuardedCode {
  const index = code.indexOf(GETTER);
  if (index < 0) return { code, columnOf: (_, column) => column };
  const at = index + GETTER.indexOf('obj');
  // What the compiler adds stands in the first line.
  return {
    code: code.slice(0, at) + INTEROP + code.slice(at),
    columnOf: (line, column) => (line === 0 && column > at ? Math.max(at, column - INTEROP.length) : column),
  };
}
