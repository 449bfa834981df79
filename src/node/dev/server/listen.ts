import { createServer, type RequestListener, type Server } from 'node:http';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';

export interface ListenOptions {
  host: string;
  /** 0: any free port. */
  port: number;
  strictPort: boolean;
}

export interface Listener {
  port: number;
  /** Stops listening and ends every connection. */
  close(): Promise<void>;
}

/** Maximum number of further ports to try. */
const FURTHER_PORTS = 100;

/** `localhost` means both loopback addresses, as in browsers. Throws a {@link DiagnosticError} with exit code 2. */
export async function listen(listener: RequestListener, { host, port, strictPort }: ListenOptions): Promise<Listener> {
  for (let tried = 0; ; tried++) {
    const candidate = port === 0 ? 0 : port + tried;
    try {
      return await listenOn(listener, host, candidate);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      const last = (strictPort && port !== 0) || tried === FURTHER_PORTS || candidate === 65_535;
      if (code !== 'EADDRINUSE' || last) throw listenFailure(error, host, candidate, port);
    }
  }
}

async function listenOn(listener: RequestListener, host: string, port: number): Promise<Listener> {
  const addresses = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  const servers: Server[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(servers.map(closeServer));
  };
  let bound = port;
  let missing: unknown;
  for (const address of addresses) {
    try {
      const server = createServer(listener);
      bound = await startServer(server, address, bound);
      servers.push(server);
    } catch (error) {
      // A machine without IPv6 (or IPv4) has only one loopback address.
      const absent = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? '');
      if (!absent || addresses.length === 1) {
        await close();
        throw error;
      }
      missing = error;
    }
  }
  if (servers.length === 0) throw missing;
  return { port: bound, close };
}

function startServer(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function listenFailure(error: unknown, host: string, port: number, wanted: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  return code === 'EADDRINUSE'
    ? failure(2, 'cannot-listen', { case: 'taken', port, wanted })
    : failure(2, 'cannot-listen', { case: 'refused', host, port, code });
}

/** `base` ends with `/`. */
export function urlsOf({ host, port, base }: { host: string; port: number; base: string }): string[] {
  const urlOf = (name: string): string => `http://${isIPv6(name) ? `[${name}]` : name}:${port}${base}`;
  if (host !== '0.0.0.0' && host !== '::') return [urlOf(host)];
  const network = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal);
  return [urlOf('localhost'), ...network.map(({ address }) => urlOf(address))];
}
