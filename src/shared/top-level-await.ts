/** Returns true for code with a top-level `await`. `code` is already compiled to a CommonJS module. */
export function hasTopLevelAwait(code: string): boolean {
  if (!/\bawait\b/.test(code)) return false;
  // In a static block, `await` is a reserved word except in async functions.
  return !compiles(`class Module { static { ${code}\n} }`) && compiles(`async () => { ${code}\n}`);
}

function compiles(code: string): boolean {
  try {
    // The function is compiled, but never called.
    new Function(code);
    return true;
  } catch {
    return false;
  }
}
