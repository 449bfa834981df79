import { setTimeout as delay } from 'node:timers/promises';
import { readBody } from '../../base/fetch-text.ts';

/** A file of a published site. */
export interface FetchedFile {
  /** Address after redirects. */
  url: URL;
  bytes: Buffer;
  /** Content type, in lower case. */
  type: string;
}

const ATTEMPTS = 3;
const MOST_REDIRECTS = 5;
const WITHIN = 30_000;

/**
 * Fetches a file. Redirects may not leave the site.
 *
 * @param options.accepts returns false for addresses out of the site
 * @param options.most maximum size in bytes
 * @throws Error with the reason
 */
export async function fetchFile(
  address: URL,
  { accepts, most, signal }: { accepts: (url: URL) => boolean; most: number; signal: AbortSignal },
): Promise<FetchedFile> {
  let url = address;
  for (let left = MOST_REDIRECTS; left >= 0; left--) {
    const response = await request(url, signal);
    const location = response.status >= 300 && response.status < 400 && response.headers.get('location');
    if (!location) {
      if (response.ok) {
        const type = (response.headers.get('content-type') ?? '').toLowerCase();
        return { url, type, bytes: await readBody(response, most) };
      }
      await response.body?.cancel();
      throw new Error(`status ${response.status}`);
    }
    await response.body?.cancel();
    url = new URL(location, url);
    if (!accepts(url)) throw new Error(`it redirects to ${url.href}`);
  }
  throw new Error('it redirects too often');
}

/** Repeats requests that a busy host refuses. */
async function request(url: URL, signal: AbortSignal): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      const within = AbortSignal.any([signal, AbortSignal.timeout(WITHIN)]);
      const response = await fetch(url, { redirect: 'manual', signal: within });
      if (attempt === ATTEMPTS || (response.status !== 429 && response.status < 500)) return response;
      await response.body?.cancel();
    } catch (error) {
      signal.throwIfAborted();
      const { message, cause } = error as Error & { cause?: { message?: string; code?: string } };
      if (attempt === ATTEMPTS) throw new Error(cause?.message || cause?.code || message, { cause: error });
    }
    await delay(500 * attempt, undefined, { signal });
  }
}
