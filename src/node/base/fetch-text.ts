/** Fetches text from other hosts. A host may send any response, or none. */

export interface FetchedText {
  status: number;
  url: string;
  /** Text of the response. Undefined unless the status indicates success. */
  text?: string;
}

/** Default time limit for the complete text, in milliseconds. */
const LONGEST_WAIT = 30_000;

/** Default limit in bytes: ten times the manifest of a site with 100,000 pages. */
const MOST_BYTES = 256 * 2 ** 20;

/** Maximum number of redirects, as in browsers. */
const MOST_REDIRECTS = 20;

export interface FetchOptions {
  /** Time limit in milliseconds. Default: 30,000. */
  within?: number;
  /** Size limit in bytes. Default: 256 MiB. */
  most?: number;
  /** Refuses redirects to another host, which might be reachable only from this machine. */
  sameHost?: boolean;
}

/** Fetches a text. Throws an Error that contains the reason for a failure. */
export async function fetchText(
  target: string | URL,
  { within = LONGEST_WAIT, most = MOST_BYTES, sameHost = false }: FetchOptions = {},
): Promise<FetchedText> {
  const signal = AbortSignal.timeout(within);
  try {
    const response = await (sameHost ? fetchSameHost(target, signal) : fetch(target, { signal }));
    const { ok, status, url } = response;
    if (ok) return { status, url, text: new TextDecoder().decode(await readBody(response, most)) };
    await response.body?.cancel();
    return { status, url };
  } catch (error) {
    if (signal.aborted) throw new Error(`there was no response within ${within / 1000} s`);
    const { message, cause } = error as Error & { cause?: { message?: string; code?: string } };
    throw new Error(cause?.message || cause?.code || message, { cause: error });
  }
}

/** Follows redirects one at a time, because `fetch` reports the target of a redirect only after it has requested that target. */
async function fetchSameHost(target: string | URL, signal: AbortSignal): Promise<Response> {
  let url = new URL(target);
  for (let left = MOST_REDIRECTS; left >= 0; left--) {
    const response = await fetch(url, { signal, redirect: 'manual' });
    const location = [301, 302, 303, 307, 308].includes(response.status) && response.headers.get('location');
    if (!location) return response;
    await response.body?.cancel();
    const next = new URL(location, url);
    if (next.host !== url.host) throw new Error(`it redirects to another host, ${next.host}`);
    url = next;
  }
  throw new Error(`it redirects more than ${MOST_REDIRECTS} times`);
}

/** Reads a body of at most `most` bytes. Throws an Error for a longer body. */
async function readBody({ body }: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > most) throw new Error(`the response is longer than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
