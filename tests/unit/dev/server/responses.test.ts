import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createResponder, type SentOutput } from '../../../../src/node/dev/server/responses.ts';

const MEGABYTE = 2 ** 20;

/** A server that answers every request with the current result of `output`. */
async function serve(output: () => SentOutput): Promise<string> {
  const responder = createResponder();
  const server = createServer((request, response) => void responder.send(request, response, output()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

it('reads an output again only if it has changed, or was evicted from the cache', async () => {
  let reads = 0;
  const read = async (): Promise<Uint8Array> => {
    reads++;
    return Buffer.from('text');
  };
  const small: SentOutput = { path: 'a.txt', content: read, status: 200 };
  let output = small;
  const url = await serve(() => output);
  const request = async (next: SentOutput): Promise<number> => {
    output = next;
    return (await (await fetch(url)).arrayBuffer()).byteLength;
  };
  expect([await request(small), await request(small), reads]).toEqual([4, 4, 1]);
  const picture = (index: number): SentOutput => ({
    path: `${index}.png`,
    content: async () => new Uint8Array(12 * MEGABYTE),
    status: 200,
  });
  expect(await request(picture(1))).toBe(12 * MEGABYTE);
  await request(picture(2));
  // The most recently used outputs stay in the cache.
  await request(small);
  await request(picture(3));
  await request(small);
  expect(reads).toBe(1);
  await request(picture(4));
  await request(picture(5));
  await request(picture(6));
  await request(small);
  expect(reads).toBe(2);
});

it('does not allow a client to store a response with a secret', async () => {
  const url = await serve(() => ({ path: 'index.html', content: 'token', status: 200, secret: true }));
  expect((await fetch(url)).headers.get('cache-control')).toBe('no-store');
});

it('answers a range request with that part of an output', async () => {
  const output: SentOutput = { path: 'film.mp4', content: '0123456789', status: 200 };
  let sent = output;
  const url = await serve(() => sent);
  const get = async (headers: Record<string, string>, method = 'GET') => {
    const response = await fetch(url, { method, headers: { 'accept-encoding': 'identity', ...headers } });
    return [response.status, response.headers.get('content-range'), await response.text()];
  };
  const whole = [200, null, '0123456789'];
  const etag = (await fetch(url)).headers.get('etag') ?? '';
  expect((await fetch(url)).headers.get('accept-ranges')).toBe('bytes');
  expect(await get({ range: 'bytes=2-4' })).toEqual([206, 'bytes 2-4/10', '234']);
  expect(await get({ range: 'bytes=-2' })).toEqual([206, 'bytes 8-9/10', '89']);
  expect(await get({ range: 'bytes=10-' })).toEqual([416, 'bytes */10', '']);
  expect(await get({ range: 'bytes=0-1,4-5' })).toEqual(whole);
  expect(await get({ range: 'bytes=2-4' }, 'HEAD')).toEqual([200, null, '']);
  expect(await get({ range: 'bytes=2-4', 'if-range': etag })).toEqual([206, 'bytes 2-4/10', '234']);
  expect(await get({ range: 'bytes=2-4', 'if-range': '"another"' })).toEqual(whole);
  expect(await get({ range: 'bytes=2-4', 'if-range': new Date().toUTCString() })).toEqual(whole);
  expect(await get({ range: 'bytes=2-4', 'if-none-match': etag })).toEqual([304, null, '']);
  sent = { ...output, status: 404 };
  expect(await get({ range: 'bytes=2-4' })).toEqual([404, null, '0123456789']);
  expect(await get({ 'if-none-match': etag })).toEqual([404, null, '0123456789']);
  // A text has the same ETag as its compressed form, so the ETag is weak.
  sent = { ...output, path: 'text.txt' };
  const weak = (await fetch(url)).headers.get('etag') ?? '';
  expect(await get({ range: 'bytes=2-4', 'if-range': weak })).toEqual(whole);
});
