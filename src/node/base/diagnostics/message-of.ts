/** The message of whatever was thrown: anything may be, `null` and objects whose getters throw in turn too. */
export function messageOf(thrown: unknown): string {
  try {
    const { message } = Object(thrown) as { message?: unknown };
    return typeof message === 'string' ? message : String(thrown);
  } catch {
    // There is nothing more to say of it.
    return 'a value that cannot be read';
  }
}
