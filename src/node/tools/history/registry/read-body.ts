/** Reads the body of a response within limits. */

/** Stream of `minipass`, which npm uses. */
export interface Body {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
}

/** Options of {@link readBody}. */
export interface BodyOptions {
  /** Maximum number of bytes. */
  most: number;
  /** Maximum time without a byte, in milliseconds. */
  silence: number;
  signal: AbortSignal;
  /** Returns the error to throw if a limit is exceeded. */
  refuse: (reason: string, kind: 'damaged' | 'unreachable') => Error;
}

/**
 * Yields the chunks of a body. Silence is measured between arrivals, so the time in which a chunk is used does not count.
 *
 * @throws the signal's reason if it aborts, the error of the body, or that of `refuse`
 */
export async function* readBody(
  body: Body,
  { most, silence, signal, refuse }: BodyOptions,
): AsyncGenerator<Buffer, void> {
  let arrived: Buffer[] = [];
  let bytes = 0;
  let isAtEnd = false;
  let failure: Error | undefined;
  let wake = (): void => {};
  const fail = (error: Error): void => {
    failure ??= error;
    arrived = [];
    wake();
  };
  const timer = setTimeout(() => fail(refuse(shownSilence(silence), 'unreachable')), silence);
  const abort = (): void => fail(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  body.on('error', fail);
  body.on('end', () => {
    isAtEnd = true;
    clearTimeout(timer);
    wake();
  });
  body.on('data', (chunk) => {
    if (failure) return;
    timer.refresh();
    bytes += chunk.length;
    if (bytes > most) return fail(refuse(`it is larger than ${shownBytes(most)}`, 'damaged'));
    arrived.push(chunk);
    wake();
  });
  try {
    for (;;) {
      if (failure) throw failure;
      const chunk = arrived.shift();
      if (chunk) yield chunk;
      else if (isAtEnd) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    // The stream may report an error again after the last read, so its listeners stay.
    failure ??= new Error('No longer read');
    arrived = [];
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** Returns the reason why a silent registry is given up, for messages. */
export function shownSilence(silence: number): string {
  return `no data arrived for ${silence / 1000} s`;
}

/** Returns a number of bytes for messages. */
export function shownBytes(bytes: number): string {
  if (bytes >= 1e9) return `${bytes / 1e9} GB`;
  return bytes >= 1e6 ? `${bytes / 1e6} MB` : `${bytes} bytes`;
}
