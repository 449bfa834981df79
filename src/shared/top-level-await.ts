/**
 * True for code that waits outside of its functions, as only an ES module can.
 *
 * @param code a CommonJS module that such code was compiled to
 */
export function hasTopLevelAwait(code: string): boolean {
  if (!/\bawait\b/.test(code)) return false;
  // In a static block `await` is a reserved word, but in the async functions in it.
  return !compiles(`class Module { static { ${code}\n} }`) && compiles(`async () => { ${code}\n}`);
}

function compiles(code: string): boolean {
  try {
    // It is compiled only.
    new Function(code);
    return true;
  } catch {
    return false;
  }
}
