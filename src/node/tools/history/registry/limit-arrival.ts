import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

/** Channel on which Node publishes the head of each response. */
const RESPONSES = 'http.client.response.finish';

/** Header with the id of a request. npm sends it with an id of its run. */
const ID = 'npm-session';

/**
 * Counts the bytes of the responses to a request as they arrive, and calls `fail` as soon as there are too many.
 *
 * npm's client never pauses a connection. While it writes to its cache, a fast registry without an end would fill the memory, and only
 * the connection itself shows how much has arrived.
 *
 * @param id value of the header `npm-session` of the request
 * @returns a function that stops counting
 */
export function limitArrival(id: string, { most, fail }: { most: number; fail: () => void }): () => void {
  const count = (message: unknown): void => {
    const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
    if (String(request.getHeader(ID)) !== id) return;
    if (Number(response.headers['content-length']) > most) fail();
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > most) fail();
    });
  };
  subscribe(RESPONSES, count);
  return () => void unsubscribe(RESPONSES, count);
}
