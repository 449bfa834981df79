import { request as httpRequest } from 'node:http';
import { connect, createServer } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Outputs } from '../../../../src/node/dev/server/responses.ts';
import { createStaticServer, type StaticServerOptions } from '../../../../src/node/dev/server/static-server.ts';

const LONG = 'a long text '.repeat(400);
const FILES: Outputs = new Map<string, string | Uint8Array>([
  ['index.html', '<h1>home</h1>'],
  ['404.html', '<h1>missing</h1>'],
  ['a/index.html', '<h1>a</h1>'],
  ['a/b/index.html', `<h1>b</h1>${LONG}`],
  ['plain.html', 'plain'],
  ['100% #1?/index.html', 'odd'],
  ['中文/index.html', '中'],
  ['assets/app.1a2b3c4d.js', 'export {}'],
  ['assets/photo.png', new Uint8Array([1, 2, 3])],
  ['favicon.svg', '<svg/>'],
]);

async function serve(options: Partial<StaticServerOptions> = {}) {
  const server = await createStaticServer({ files: FILES, base: '/', port: 0, host: 'localhost', ...options });
  onTestFinished(() => server.close());
  return server;
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Sends exactly this target and these headers. */
function send(port: number, target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path: target,
      headers: { host: `localhost:${port}`, ...headers },
      method,
    };
    httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
    })
      .on('error', reject)
      .end();
  });
}

/** Sends bytes unchanged. Resolves with the first line of the response. */
function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(text));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(answer.split('\r\n', 1)[0] ?? ''));
    socket.on('error', reject);
  });
}

describe('pages', () => {
  it.each([
    ['/', 200, '<h1>home</h1>'],
    ['/index.html', 200, '<h1>home</h1>'],
    ['/a', 200, '<h1>a</h1>'],
    ['/a/', 200, '<h1>a</h1>'],
    ['/a/index.html', 200, '<h1>a</h1>'],
    ['/a?tab=x', 200, '<h1>a</h1>'],
    ['/plain', 200, 'plain'],
    ['/100%25%20%231%3F', 200, 'odd'],
    ['/%E4%B8%AD%E6%96%87/', 200, '中'],
    ['/a/index.html/', 404, '<h1>missing</h1>'],
    ['/assets', 404, '<h1>missing</h1>'],
    ['/A', 404, '<h1>missing</h1>'],
    ['/__proto__', 404, '<h1>missing</h1>'],
    ['//evil.example/', 404, '<h1>missing</h1>'],
    ['/a/../index.html', 404, '<h1>missing</h1>'],
    ['/..%2f..%2fetc/passwd', 404, '<h1>missing</h1>'],
  ])('answers %s with %i', async (target, status, text) => {
    const { port } = await serve();
    const answer = await send(port, target);
    expect([answer.status, answer.body.toString()]).toEqual([status, text]);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('serves the site only under its base, and redirects to it', async () => {
    const { port, url } = await serve({ base: '/my-lib/' });
    expect(url).toBe(`http://localhost:${port}/my-lib/`);
    expect((await send(port, '/my-lib/a')).body.toString()).toBe('<h1>a</h1>');
    expect((await send(port, '/my-lib/none')).body.toString()).toBe('<h1>missing</h1>');
    expect((await send(port, '/a')).status).toBe(404);
    for (const target of ['/', '/my-lib']) {
      const { status, headers } = await send(port, target);
      expect([status, headers.location]).toEqual([302, '/my-lib/']);
    }
  });

  it('serves the current output of a changed site', async () => {
    let files: Outputs = new Map([['index.html', 'one']]);
    const { port } = await serve({ files: () => files });
    const first = await send(port, '/');
    files = new Map([['index.html', 'two']]);
    const second = await send(port, '/');
    expect([first.body.toString(), second.body.toString()]).toEqual(['one', 'two']);
    expect(second.headers.etag).not.toBe(first.headers.etag);
  });

  it('answers an unreadable output with 500, and continues', async () => {
    const errors: unknown[] = [];
    const files: Outputs = new Map([['index.html', () => Promise.reject(new Error('gone'))]]);
    const { port } = await serve({ files, onError: (error) => errors.push(error) });
    expect((await send(port, '/')).status).toBe(500);
    expect((await send(port, '/none')).status).toBe(404);
    expect(errors).toEqual([new Error('gone')]);
  });
});

describe('compression and caching', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['', undefined],
  ])('answers Accept-Encoding "%s" with %s', async (accepted, encoding) => {
    const { port } = await serve();
    const { headers, body } = await send(port, '/a/b', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toBe('Accept-Encoding');
    expect(headers['content-length']).toBe(String(body.byteLength));
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((bytes: Buffer) => bytes);
    expect(decode(body).toString()).toBe(`<h1>b</h1>${LONG}`);
  });

  it('answers 304 while the output is unchanged', async () => {
    const { port } = await serve();
    const { headers } = await send(port, '/a');
    const etag = String(headers.etag);
    expect((await send(port, '/a', { 'if-none-match': etag })).status).toBe(304);
    expect((await send(port, '/a', { 'if-none-match': `"x", ${etag}` })).status).toBe(304);
    expect((await send(port, '/a', { 'if-none-match': '"x"' })).status).toBe(200);
    expect((await send(port, '/none', { 'if-none-match': '*' })).status).toBe(404);
  });

  it('lets browsers cache files with a hash in their name, and revalidate all others', async () => {
    const { port } = await serve();
    const cacheOf = async (target: string) => (await send(port, target)).headers['cache-control'];
    expect(await cacheOf('/assets/app.1a2b3c4d.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/assets/photo.png')).toBe('no-cache');
    expect(await cacheOf('/a')).toBe('no-cache');
  });

  it('sends the type of each file', async () => {
    const { port } = await serve();
    const typeOf = async (target: string) => (await send(port, target)).headers['content-type'];
    expect(await typeOf('/assets/app.1a2b3c4d.js')).toBe('text/javascript; charset=utf-8');
    expect(await typeOf('/assets/photo.png')).toBe('image/png');
    expect(await typeOf('/favicon.svg')).toBe('image/svg+xml; charset=utf-8');
  });

  it('answers HEAD with the headers of GET', async () => {
    const { port } = await serve();
    const { status, headers, body } = await send(port, '/a/b', {}, 'HEAD');
    expect([status, headers['content-length'], body.byteLength]).toEqual([200, String(10 + LONG.length), 0]);
  });
});

describe('hostile requests', () => {
  it.each([
    '/a\\b',
    '/a#b',
    '/%00',
    '/%0a',
    '/a%5c..%5cb',
    '/%',
    '/%E0%A4%A',
    '/%7f',
    '/a%C2%85',
    'http://x/',
    '*',
    '/\\evil',
  ])('answers the target %s with 400', async (target) => {
    const { port } = await serve();
    expect(await sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)).toBe(
      'HTTP/1.1 400 Bad Request',
    );
  });

  it('allows configured hosts, and IP addresses if the server is exposed', async () => {
    const { port, exposed } = await serve({ host: '0.0.0.0', allowedHosts: ['docs.test', '.sub.test'] });
    expect(exposed).toBe(true);
    const statusOf = async (host: string) => (await send(port, '/', { host })).status;
    expect(await statusOf('192.168.0.7:80')).toBe(200);
    expect(await statusOf('docs.test')).toBe(200);
    expect(await statusOf('a.sub.test')).toBe(200);
    expect(await statusOf('x.docs.test')).toBe(403);
    expect(await statusOf('evil.test')).toBe(403);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('answers %s with 405', async (method) => {
    const { port } = await serve();
    const { status, headers } = await send(port, '/', {}, method);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('ports', () => {
  async function occupy(): Promise<number> {
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    onTestFinished(() => new Promise<void>((resolve) => blocker.close(() => resolve())));
    return (blocker.address() as { port: number }).port;
  }

  it('uses the next free port', async () => {
    const taken = await occupy();
    const { port } = await serve({ port: taken });
    expect(port).toBeGreaterThan(taken);
    expect((await send(port, '/')).status).toBe(200);
  });

  it('fails if the port is in use and `strictPort` is set', async () => {
    const taken = await occupy();
    await expect(serve({ port: taken, strictPort: true })).rejects.toMatchObject({
      exitCode: 2,
      diagnostics: [{ code: 'CD121', text: `Port ${taken} is in use` }],
    });
  });

  it('fails with the reason if it cannot listen on the host', async () => {
    await expect(serve({ host: '203.0.113.1' })).rejects.toMatchObject({
      exitCode: 2,
      diagnostics: [{ text: 'Cannot listen on 203.0.113.1, port 0 (EADDRNOTAVAIL)' }],
    });
  });

  it('ends open connections when it closes', async () => {
    const server = await createStaticServer({ files: FILES, base: '/', port: 0, host: 'localhost' });
    const socket = connect(server.port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await server.close();
    await closed;
  });
});
