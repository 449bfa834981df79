/** Message and stack of whatever was thrown; empty where it has none, also when reading it throws in turn. */
export function describeError(error: unknown): { message: string; stack: string } {
  try {
    if (error === null || error === undefined) return { message: '', stack: '' };
    if (typeof error !== 'object') return { message: String(error), stack: '' };
    const { message, stack } = error as Partial<Error>;
    return { message: typeof message === 'string' ? message : '', stack: typeof stack === 'string' ? stack : '' };
  } catch {
    // A getter of the thrown object threw: there is nothing to show of it.
    return { message: '', stack: '' };
  }
}
