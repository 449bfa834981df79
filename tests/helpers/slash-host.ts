import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A host that answers pages only at addresses with a slash, and redirects the others, such as GitHub Pages for folders. */
export interface SlashHost {
  url: string;
  close(): Promise<void>;
}

/** Starts a host in front of a server. */
export async function openSlashHost(origin: string): Promise<SlashHost> {
  const server: Server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', origin);
    if (!pathname.endsWith('/') && !pathname.split('/').at(-1)?.includes('.')) {
      response.writeHead(301, { location: `${pathname}/${search}` }).end();
      return;
    }
    const answer = await fetch(origin + pathname + search);
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
