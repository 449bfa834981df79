import { describe, expect, it, onTestFinished } from 'vitest';
import { createSiteServer, type SiteServerOptions, sendText } from '../../../../src/node/dev/server/site-server.ts';
import { ask } from '../../../helpers/raw-requests.ts';

async function serve(options: Partial<SiteServerOptions> = {}): Promise<number> {
  const server = await createSiteServer({
    answer: async (_request, response) => sendText(response, 200, 'the site'),
    base: '/',
    port: 0,
    host: 'localhost',
    ...options,
  });
  onTestFinished(() => server.close());
  return server.port;
}

async function statusOf(port: number, headers: string[], version?: string): Promise<number> {
  const { status, text } = await ask(port, '/', { headers, version });
  expect(text.includes('the site')).toBe(status === 200);
  expect(text).not.toMatch(/access-control/i);
  return status;
}

describe('Host', () => {
  it.each([
    ['localhost', 200],
    ['localhost:1', 200],
    ['LocalHost:4171', 200],
    ['docs.localhost', 200],
    ['a.b.localhost:80', 200],
    ['127.0.0.1', 200],
    ['127.0.0.1:65535', 200],
    ['[::1]', 200],
    ['[::1]:4171', 200],
    ['', 403],
    [' ', 403],
    [':4171', 403],
    ['localhost.', 403],
    ['.localhost', 200],
    ['localhost:', 403],
    ['localhost:port', 403],
    ['localhost:123456', 403],
    ['localhost/evil.test', 403],
    ['localhost#evil.test', 403],
    ['localhost?evil.test', 403],
    ['localhost, evil.test', 403],
    ['evil.test, localhost', 403],
    ['localhost.evil.test', 403],
    ['localhost.evil.test:4171', 403],
    ['evil-localhost', 403],
    ['127.0.0.1.nip.io', 403],
    ['localtest.me', 403],
    ['127.0.0.2', 403],
    ['127.1', 403],
    ['2130706433', 403],
    ['0x7f000001', 403],
    ['0177.0.0.1', 403],
    ['0.0.0.0', 403],
    ['192.168.0.7', 403],
    ['[::]', 403],
    ['[::ffff:127.0.0.1]', 403],
    ['[fe80::1%25eth0]', 403],
    ['::1', 403],
    ['[localhost]', 403],
    ['[::1', 403],
    ['user@localhost', 403],
    ['user:pass@localhost:4171', 403],
    ['localhost@evil.test', 403],
    ['xn--lcalhost-54a', 403],
    ['l\u00f6calhost', 403],
    ['evil.test', 403],
    ['EVIL.TEST:4171', 403],
    ['__proto__', 403],
    ['http://localhost', 403],
  ])('"%s" gets %i', async (host, status) => {
    expect(await statusOf(await serve(), [`Host: ${host}`])).toBe(status);
  });

  it.each([
    ['no header', [], 'HTTP/1.1', 400],
    ['no header in HTTP 1.0', [], 'HTTP/1.0', 403],
    ['two equal headers', ['Host: localhost', 'Host: localhost'], 'HTTP/1.1', 400],
    ['an allowed and another host', ['Host: localhost', 'Host: evil.test'], 'HTTP/1.1', 400],
    ['another and an allowed host', ['Host: evil.test', 'host: localhost'], 'HTTP/1.1', 400],
    ['X-Forwarded-Host', ['Host: evil.test', 'X-Forwarded-Host: localhost'], 'HTTP/1.1', 403],
    ['Forwarded', ['Host: evil.test', 'Forwarded: host=localhost'], 'HTTP/1.1', 403],
  ])('with %s gets the right status', async (_name, headers, version, status) => {
    expect(await statusOf(await serve(), headers, version)).toBe(status);
  });

  it('can be a configured host, or a subdomain of a configured host that begins with a dot', async () => {
    const port = await serve({ allowedHosts: ['Docs.test', '.Sub.test'] });
    const statuses = async (...hosts: string[]) =>
      await Promise.all(hosts.map((host) => statusOf(port, [`Host: ${host}`])));
    expect(await statuses('docs.test', 'DOCS.test:80', 'sub.test', 'a.sub.test', 'a.b.sub.test')).toEqual(
      Array(5).fill(200),
    );
    expect(await statuses('x.docs.test', 'docs.test.', 'notsub.test', 'sub.test.evil.test', 'test')).toEqual(
      Array(5).fill(403),
    );
  });

  it('can be any IP address, but no other name, if the server is exposed', async () => {
    const port = await serve({ host: '0.0.0.0', allowedHosts: ['docs.test'] });
    const statuses = async (...hosts: string[]) =>
      await Promise.all(hosts.map((host) => statusOf(port, [`Host: ${host}`])));
    expect(await statuses('192.168.0.7:4171', '10.0.0.1', '0.0.0.0', '[fe80::1]', '[2001:db8::1]:80')).toEqual(
      Array(5).fill(200),
    );
    expect(await statuses('localhost', '127.0.0.1', 'docs.test')).toEqual([200, 200, 200]);
    expect(await statuses('evil.test', '192.168.0.7.nip.io', '192.168.0', '1.2.3.4.5', 'my-machine')).toEqual(
      Array(5).fill(403),
    );
  });
});

describe('requests of pages', () => {
  const fetched = (site: string, mode: string, dest = 'empty'): string[] => [
    'Host: localhost',
    `Sec-Fetch-Site: ${site}`,
    `Sec-Fetch-Mode: ${mode}`,
    `Sec-Fetch-Dest: ${dest}`,
  ];

  it.each([
    ['same-origin', 'cors', 'empty', 200],
    ['same-origin', 'no-cors', 'image', 200],
    ['same-origin', 'same-origin', 'worker', 200],
    ['none', 'navigate', 'document', 200],
    ['none', 'no-cors', 'image', 200],
    ['cross-site', 'navigate', 'document', 200],
    ['same-site', 'navigate', 'document', 200],
    ['cross-site', 'cors', 'empty', 403],
    ['cross-site', 'no-cors', 'script', 403],
    ['cross-site', 'no-cors', 'style', 403],
    ['cross-site', 'no-cors', 'image', 403],
    ['cross-site', 'websocket', 'websocket', 403],
    ['same-site', 'cors', 'empty', 403],
    ['same-site', 'no-cors', 'script', 403],
    ['a-new-value', 'no-cors', 'script', 403],
  ])('%s, %s, %s gets %i', async (site, mode, dest, status) => {
    expect(await statusOf(await serve(), fetched(site, mode, dest))).toBe(status);
  });

  it('are refused if a header is repeated', async () => {
    const headers = [...fetched('same-origin', 'cors'), 'Sec-Fetch-Site: cross-site'];
    expect(await statusOf(await serve(), headers)).toBe(403);
  });

  it('get responses that other sites can neither frame nor load', async () => {
    const port = await serve();
    for (const [target, status] of [
      ['/', 200],
      ['/%', 400],
    ] as const) {
      const answer = await ask(port, target);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-security-policy')).toBe("frame-ancestors 'self'");
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});
