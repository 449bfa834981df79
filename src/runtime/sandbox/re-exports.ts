import type { GuardedCode } from './guard-code.ts';

/** The compiler's output for a re-export, and the interop check that must be inserted into that output before `obj[importedName]`. */
const GETTER = 'get: () => obj[importedName]';
const INTEROP = "importedName === 'default' && !(obj && obj.__esModule) ? obj : ";

/**
 * The compiler's output reads the property `default` of a CommonJS module, which does not exist: the module itself is
 * the default export.
 */
export function fixReExports(code: string): GuardedCode {
  const index = code.indexOf(GETTER);
  if (index < 0) return { code, columnOf: (_, column) => column };
  const at = index + GETTER.indexOf('obj');
  // The compiler adds its helpers to the first line.
  return {
    code: code.slice(0, at) + INTEROP + code.slice(at),
    columnOf: (line, column) => (line === 0 && column > at ? Math.max(at, column - INTEROP.length) : column),
  };
}
