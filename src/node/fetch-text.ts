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

/** Fetches the text of an http address. Throws an Error that says in words why there is none. */
export async function fetchText(
  address: string | URL,
  { within = LONGEST_WAIT, most = MOST_BYTES }: { within?: number; most?: number } = {},
): Promise<FetchedText> {
  const signal = AbortSignal.timeout(within);
  try {
    const response = await fetch(address, { signal });
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
