import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';

/** A server of this repository's site on which a new release can be deployed. */
export interface Host {
  url: string;
  /**
   * Whether the new release is deployed. It changes the name of every script and style sheet, and the titles of the
   * pages.
   */
  isNew: boolean;
  /** Paths that the server answers with 404. */
  gone?: RegExp | undefined;
  close(): void;
}

/** Hashes in the names of scripts and style sheets. */
const NAMES = /(\/[\w-]+-[0-9a-f]{10})(\.(?:js|css)\b)/g;

export async function startHost(): Promise<Host> {
  const server = createServer(async ({ url: address = '' }, response) => {
    const path = host.isNew ? address.replace(/-new(\.(?:js|css))$/, '$1') : address;
    const isOld = host.isNew && path === address && address.replace(NAMES, '') !== address;
    if (isOld || host.gone?.test(path)) return response.writeHead(404).end('gone');
    const answer = await fetch(inject('ownSite') + path);
    const type = answer.headers.get('content-type') ?? '';
    const isText = /html|script|css|json/.test(type);
    const body = isText ? await answer.text() : Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { 'content-type': type, 'cache-control': 'no-store' });
    return response.end(host.isNew && typeof body === 'string' ? renewed(body) : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host: Host = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isNew: false,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return host;
}

/** Returns the text that the new release would contain. */
function renewed(text: string): string {
  return text
    .replace(NAMES, '$1-new$2')
    .replace(/ integrity="[^"]*"/g, '')
    .replace('</h1>', ' anew</h1>');
}
