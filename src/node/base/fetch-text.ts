/** Texts of other hosts, which may answer with anything, or not at all. */

/** What a host has answered. */
export interface FetchedText {
  status: number;
  /** Where the text came from in the end. */
  url: string;
  /** Undefined when the status says that it is not what was asked for. */
  text?: string;
}

/** Milliseconds within which the whole of a text must have come. */
const LONGEST_WAIT = 30_000;

/** The manifest of a site with 100,000 pages has a tenth of it. */
const MOST_BYTES = 256 * 2 ** 20;

/** As many as browsers follow. */
const MOST_REDIRECTS = 20;

export interface FetchOptions {
  /** Milliseconds. */
  within?: number;
  /** Bytes. */
  most?: number;
  /** Ask no other host: it may be one that only this machine can reach. */
  sameHost?: boolean;
}

/** Fetches the text of an http address. Throws an Error that says in words why there is none. */
export async function fetchText(
  address: string | URL,
  { within = LONGEST_WAIT, most = MOST_BYTES, sameHost = false }: FetchOptions = {},
): Promise<FetchedText> {
  const signal = AbortSignal.timeout(within);
  try {
    const response = await (sameHost ? fetchSameHost(address, signal) : fetch(address, { signal }));
    const { ok, status, url } = response;
    if (ok) return { status, url, text: await readAll(response, most) };
    await response.body?.cancel();
    return { status, url };
  } catch (error) {
    if (signal.aborted) throw new Error(`there was no answer within ${within / 1000} s`);
    const { message, cause } = error as Error & { cause?: { message?: string; code?: string } };
    throw new Error(cause?.message || cause?.code || message, { cause: error });
  }
}

/** Follows redirects one by one, since fetch asks before it tells where it was led. */
async function fetchSameHost(address: string | URL, signal: AbortSignal): Promise<Response> {
  let url = new URL(address);
  for (let left = MOST_REDIRECTS; left >= 0; left--) {
    const response = await fetch(url, { signal, redirect: 'manual' });
    const location = [301, 302, 303, 307, 308].includes(response.status) && response.headers.get('location');
    if (!location) return response;
    await response.body?.cancel();
    const next = new URL(location, url);
    if (next.host !== url.host) throw new Error(`it leads to another host, ${next.host}`);
    url = next;
  }
  throw new Error(`it leads from address to address, ${MOST_REDIRECTS} times`);
}

async function readAll({ body }: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > most) throw new Error(`the answer is longer than ${most} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
