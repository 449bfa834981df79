export interface WaitOptions {
  /** Time limit in milliseconds. */
  timeout: number;
  signal?: AbortSignal | undefined;
}

/** Milliseconds between two attempts. */
const INTERVAL = 20;

/** Retries until an attempt returns a value. Returns undefined if it times out. */
export async function waitFor<Value>(
  attempt: () => Value | undefined,
  { timeout, signal }: WaitOptions,
): Promise<Value | undefined> {
  const end = performance.now() + timeout;
  for (;;) {
    signal?.throwIfAborted();
    const value = attempt();
    if (value !== undefined) return value;
    if (performance.now() >= end) return undefined;
    await delay(INTERVAL);
  }
}

export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
