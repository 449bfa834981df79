import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendText } from './server/site-server.ts';

/** The streams of the pages that are open: from the server to them only. */
export interface EventHub {
  /** What a page must send to be told anything; made for this process. */
  token: string;
  /** Opens a stream to a page of this server that knows the token; all others get status 403. */
  open(request: IncomingMessage, response: ServerResponse): void;
  send(event: string): void;
  close(): void;
}

/** Keeps proxies and sleeping machines from taking a stream for dead, in milliseconds. */
const HEARTBEAT = 30_000;
/** Bytes that a page may leave unread; one that reads slower is let go, and comes again. */
const MAX_UNREAD = 64 * 1024;

/** Creates a hub without streams. */
export function createEventHub(): EventHub {
  const token = randomBytes(18).toString('base64url');
  const streams = new Set<ServerResponse>();
  const write = (text: string): void => {
    for (const stream of streams) {
      if (stream.writableLength > MAX_UNREAD) stream.destroy();
      else stream.write(text);
    }
  };
  const timer = setInterval(() => write(':\n\n'), HEARTBEAT);
  timer.unref();
  return {
    token,
    open(request, response) {
      if (!isOwnPage(request) || !isToken(new URL(request.url ?? '', 'http://x').searchParams.get('token'), token)) {
        sendText(response, 403, 'Not for this page.');
        return;
      }
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      if (request.method === 'HEAD') {
        response.end();
        return;
      }
      response.write('retry: 300\n\n');
      streams.add(response);
      response.on('close', () => streams.delete(response));
    },
    send: (event) => write(`event: ${event}\ndata:\n\n`),
    close() {
      clearInterval(timer);
      for (const stream of streams) stream.end();
      // What is told from now on is told to nobody.
      streams.clear();
    },
  };
}

/** A page of this server sends no `Origin`, or its own. */
function isOwnPage({ headers: { origin, host } }: IncomingMessage): boolean {
  return origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
}

function isToken(given: string | null, token: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
