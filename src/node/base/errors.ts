/** Returns the `code` of a system error, such as `ENOENT`, or undefined for any other value. */
export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  const code = errorCode(error);
  return code !== undefined && codes.includes(code);
}

/** Returns the message of a thrown value. Any value may be thrown, even `null` or an object whose getters throw. */
export function messageOf(thrown: unknown): string {
  try {
    const { message } = Object(thrown) as { message?: unknown };
    return typeof message === 'string' ? message : String(thrown);
  } catch {
    // Nothing can be read from the value.
    return 'a value that cannot be read';
  }
}

/**
 * Abort reason for a command that ends because of a detached error in the author's code: the code threw in a timer
 * (`cause` is set), or it waits forever (no `cause`). The command reports the file that caused the error. If that file
 * is unknown, the command rejects with this error.
 */
export class StrayError extends Error {
  override readonly name = 'StrayError';
}
