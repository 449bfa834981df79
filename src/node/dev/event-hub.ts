import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendText } from './server/site-server.ts';

export type EventHub = ReturnType<typeof createEventHub>;

/** Interval in milliseconds at which a comment is sent, so that proxies and sleeping machines do not close the stream. */
const HEARTBEAT = 30_000;
/** Maximum number of unread bytes. Streams of slower pages are closed; the page reconnects. */
const MAX_UNREAD = 64 * 1024;

export function createEventHub() {
  /** Secret of this process, which a page must send to receive events. */
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
    /** Opens a stream to a page of this server with the valid token. Other requests get status 403. */
    open(request: IncomingMessage, response: ServerResponse): void {
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
    send: (event: string): void => write(`event: ${event}\ndata:\n\n`),
    close(): void {
      clearInterval(timer);
      for (const stream of streams) stream.end();
      // Ensures that later events are not written to closed streams.
      streams.clear();
    },
  };
}

function isOwnPage({ headers: { origin, host } }: IncomingMessage): boolean {
  return origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
}

function isToken(given: string | null, token: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
