import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchText } from '../../../src/node/base/fetch-text.ts';

let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/silent') return;
    if (request.url === '/slow') response.write('a beginning');
    else if (request.url === '/endless') {
      const go = (): void => {
        while (response.write('x'.repeat(10_000)));
      };
      response.on('drain', go);
      go();
    } else if (request.url === '/away') response.writeHead(302, { location: '/text' }).end();
    else response.writeHead(request.url === '/text' ? 200 : 404).end('\uFEFFwörds');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('fetchText', () => {
  it('returns the text with its final URL', async () => {
    expect(await fetchText(`${url}/text`)).toEqual({ status: 200, url: `${url}/text`, text: 'wörds' });
    expect(await fetchText(`${url}/away`)).toMatchObject({ url: `${url}/text`, text: 'wörds' });
    expect(await fetchText(`${url}/none`)).toEqual({ status: 404, url: `${url}/none` });
  });

  it.each(['silent', 'slow'])('times out if there is no complete response (%s)', async (path) => {
    await expect(fetchText(`${url}/${path}`, { within: 200 })).rejects.toThrow('there was no response within 0.2 s');
  });

  it('rejects a response that is too long', async () => {
    await expect(fetchText(`${url}/endless`, { most: 50_000 })).rejects.toThrow(
      'the response is longer than 50000 bytes',
    );
  });

  it('rejects with the reason if the request fails', async () => {
    await expect(fetchText('http://127.0.0.1:1/')).rejects.toThrow(/ECONNREFUSED|bad port/);
    await expect(fetchText('http://')).rejects.toThrow(/Invalid URL/);
  });
});
