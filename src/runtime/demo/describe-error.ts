/** Returns the message and the stack of a thrown value. Both are empty if the value has none, or if reading them throws. */
export function describeError(error: unknown): { message: string; stack: string } {
  try {
    if (error === null || error === undefined) return { message: '', stack: '' };
    if (typeof error !== 'object') return { message: String(error), stack: '' };
    const { message, stack } = error as Partial<Error>;
    return { message: typeof message === 'string' ? message : '', stack: typeof stack === 'string' ? stack : '' };
  } catch {
    // A getter of the thrown object threw, so nothing can be shown.
    return { message: '', stack: '' };
  }
}
