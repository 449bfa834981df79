/** Returns the message of a thrown value. Any value may be thrown, even `null` or an object whose getters throw. */
export function messageOf(thrown: unknown): string {
  try {
    const { message } = Object(thrown) as { message?: unknown };
    return typeof message === 'string' ? message : String(thrown);
  } catch {
    // Nothing else is known about the value.
    return 'a value that cannot be read';
  }
}
