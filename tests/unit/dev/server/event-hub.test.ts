import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEventHub } from '../../../../src/node/dev/event-hub.ts';
import { createSiteServer, sendText } from '../../../../src/node/dev/server/site-server.ts';
import { ask, open, type RawRequest } from '../../../helpers/raw-requests.ts';

/** Starts a server that serves the hub's events at `/events`. */
async function start() {
  const hub = createEventHub();
  const streams = new Set<object>();
  const server = await createSiteServer({
    async answer(request, response, path) {
      if (path !== 'events') return sendText(response, 200, 'a page');
      hub.open(request, response);
      if (response.writableEnded) return;
      streams.add(response);
      response.on('close', () => streams.delete(response));
    },
    base: '/',
    port: 0,
    host: 'localhost',
  });
  const close = async (): Promise<void> => {
    hub.close();
    await server.close();
  };
  onTestFinished(close);
  const { port } = server;
  /** Opens the event stream, and collects everything that is received. */
  const follow = async (): Promise<{ socket: Socket; text: () => string }> => {
    const { size } = streams;
    const socket = await open(port, `GET /events?token=${hub.token} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    await vi.waitUntil(() => streams.size === size + 1);
    return { socket, text: () => text };
  };
  const statusOf = async (query: string, request: RawRequest = {}): Promise<number> => {
    const { status, text, headers } = await ask(port, `/events${query}`, request);
    expect(headers.has('access-control-allow-origin')).toBe(false);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toContain(hub.token);
    return status;
  };
  return { hub, port, streams, follow, statusOf, close };
}

describe('the event stream', () => {
  it('requires the token', async () => {
    const { hub, statusOf } = await start();
    const { token } = hub;
    const last = token.at(-1) === 'A' ? 'B' : 'A';
    const wrong = [
      '',
      '?',
      '?token',
      '?token=',
      `?Token=${token}`,
      `?x=${token}`,
      `?token=${token.slice(1)}`,
      `?token=${token}x`,
      `?token=${token.slice(0, -1)}${last}`,
      `?token=${token.toUpperCase()}`,
      `?token=x&token=${token}`,
      `?token[]=${token}`,
      `;token=${token}`,
      `?token=${'x'.repeat(8000)}`,
      `?${'a=b&'.repeat(3000)}`,
      '?token=%00',
      '?token=%E0%A4%A',
      '?__proto__=x&constructor=y',
    ];
    const statuses = await Promise.all(wrong.map(async (query) => `${query.slice(0, 40)} ${await statusOf(query)}`));
    expect(statuses.filter((line) => !/ (403|200)$/.test(line))).toEqual([]);
    // This is another path, not the stream.
    expect(statuses.filter((line) => line.endsWith(' 200'))).toEqual([`;token=${token}`.slice(0, 40).concat(' 200')]);
  });

  it.each([
    ['http://evil.test', 403],
    ['https://evil.test', 403],
    ['null', 403],
    ['', 403],
    ['http://localhost', 403],
    ['http://localhost:1', 403],
    ['http://127.0.0.1:PORT', 403],
    ['http://localhost:PORT.evil.test', 403],
    ['http://localhost:PORT/', 403],
    ['http://user@localhost:PORT', 403],
    ['ftp://localhost:PORT', 403],
    ['http://localhost:PORT', 200],
    ['https://localhost:PORT', 200],
  ])('with the Origin "%s" gets %i', async (origin, status) => {
    const { hub, port, statusOf } = await start();
    const headers = [`Host: localhost:${port}`, `Origin: ${origin.replace('PORT', String(port))}`];
    // HEAD is answered without delay. A successful GET would stay open.
    expect(await statusOf(`?token=${hub.token}`, { method: 'HEAD', headers })).toBe(status);
    if (status === 403) expect(await statusOf(`?token=${hub.token}`, { headers })).toBe(status);
  });

  it('is refused for background requests of another site, even with the token', async () => {
    const { hub, port, statusOf } = await start();
    const headers = [`Host: localhost:${port}`, 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: cors'];
    expect(await statusOf(`?token=${hub.token}`, { headers })).toBe(403);
  });

  it('has another token in every process', async () => {
    const tokens = Array.from({ length: 20 }, () => {
      const hub = createEventHub();
      hub.close();
      return hub.token;
    });
    expect(new Set(tokens).size).toBe(20);
    expect(tokens.every((token) => /^[\w-]{24}$/.test(token))).toBe(true);
  });

  it('answers HEAD without keeping a connection', async () => {
    const { hub, port, streams } = await start();
    const answer = await ask(port, `/events?token=${hub.token}`, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(streams.size).toBe(0);
  });

  it('sends events to all clients, and removes a client that disconnects', async () => {
    const { hub, streams, follow } = await start();
    const [one, other] = [await follow(), await follow()];
    hub.send('update');
    await vi.waitUntil(() => [one, other].every(({ text }) => text().includes('event: update\ndata:\n\n')));
    one.socket.destroy();
    await vi.waitUntil(() => streams.size === 1);
    hub.send('again');
    await vi.waitUntil(() => other.text().includes('event: again'));
    expect(one.text()).not.toContain('again');
  });

  it('closes the connection of a client that does not read, while others receive events', async () => {
    const { hub, streams, follow } = await start();
    const [slow, other] = [await follow(), await follow()];
    slow.socket.pause();
    // The system buffers at most some megabytes for a connection.
    const event = 'x'.repeat(32_000);
    for (let sent = 0; streams.size === 2 && sent < 2000; sent++) {
      hub.send(event);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(streams.size).toBe(1);
    hub.send('last');
    await vi.waitUntil(() => other.text().includes('event: last'));
  });

  it('sends nothing after it was closed, and throws no error', async () => {
    const { hub, follow } = await start();
    const { socket, text } = await follow();
    const ended = new Promise((resolve) => socket.once('close', resolve));
    hub.close();
    hub.send('late');
    socket.end();
    await ended;
    expect(text()).not.toContain('late');
  });
});

describe('a server with many slow clients', () => {
  it('serves other clients, and closes all connections when it is closed', async () => {
    const { port, follow, streams, hub, close } = await start();
    const silent = await Promise.all(Array.from({ length: 100 }, () => open(port)));
    const slow = await Promise.all(Array.from({ length: 50 }, () => open(port, 'GET / HTTP/1.1\r\nHost: loc')));
    const body = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nx';
    const endless = await Promise.all(Array.from({ length: 50 }, () => open(port, body)));
    const { text } = await follow();
    expect((await ask(port, '/')).text).toContain('a page');
    hub.send('update');
    await vi.waitUntil(() => text().includes('event: update'));
    const gone = Promise.all(
      [...silent, ...slow, ...endless].map(
        (socket) => new Promise((resolve) => socket.resume().once('close', resolve)),
      ),
    );
    await close();
    await gone;
    expect(streams.size).toBe(0);
  });
});
