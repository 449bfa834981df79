import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';

export interface SiteServerOptions {
  /** `path` is decoded, relative to the base, without a leading slash; undefined for a path outside the base. */
  answer: (request: IncomingMessage, response: ServerResponse, path: string | undefined) => Promise<void>;
  /** Base path of the site; begins and ends with `/`. */
  base: string;
  /** 0 selects any free port. */
  port: number;
  /** Name or address to listen on. */
  host: string;
  /** Additional host names that requests may use. A name that begins with a dot allows the domain and all its subdomains. */
  allowedHosts?: string[];
  /** Fails if the port is taken, instead of trying the next ports. Default false. */
  strictPort?: boolean;
  /** Receives errors of reading an output. The response then has status 500. */
  onError?: (error: unknown) => void;
}

export type SiteServer = Awaited<ReturnType<typeof createSiteServer>>;

/** Headers of every response. They prevent other sites from framing it, or loading it as an image, style or script. */
const SAFETY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "frame-ancestors 'self'",
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * Handles only requests that a reader's browser would send. Redirects the root to the base. Throws a {@link
 * DiagnosticError} with exit code 2.
 */
export async function createSiteServer(options: SiteServerOptions) {
  const { base, host, allowedHosts = [], strictPort = false, onError = () => {} } = options;
  const decodedBase = decodeTarget(base) ?? base;
  const encodedBase = encodeURI(decodedBase);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const [name, value] of Object.entries(SAFETY_HEADERS)) response.setHeader(name, value);
    const refusal = checkRequest(request, { host, allowedHosts });
    if (refusal) {
      if (refusal.status === 405) response.setHeader('Allow', 'GET, HEAD');
      sendText(response, refusal.status, refusal.text);
      return;
    }
    const path = decodeTarget(request.url ?? '') ?? '';
    if (base !== '/' && (path === '/' || path === decodedBase.slice(0, -1))) {
      response.setHeader('Location', encodedBase);
      sendText(response, 302, 'The site begins below.');
      return;
    }
    await options.answer(request, response, path.startsWith(decodedBase) ? path.slice(decodedBase.length) : undefined);
  };

  const { port, close } = await listen(
    (request, response) => {
      answer(request, response).catch((error: unknown) => {
        onError(error);
        if (response.headersSent) response.destroy();
        else sendText(response, 500, 'The file could not be read.');
      });
    },
    { host, port: options.port, strictPort },
  );
  /** All URLs. More than one if the server listens on all interfaces; `url` is the first. */
  const urls = urlsOf({ host, port, base: encodedBase });
  return {
    url: urls[0] ?? '',
    urls,
    port,
    /** True if other machines can reach the server. */
    exposed: !isLoopback(host),
    close,
  };
}

/** Sends a line of text, which is never cached. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  const body = `${text}\n`;
  for (const name of ['ETag', 'Vary', 'Content-Encoding']) response.removeHeader(name);
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

interface ListenOptions {
  host: string;
  /** 0 selects any free port. */
  port: number;
  strictPort: boolean;
}

interface Listener {
  port: number;
  /** Stops listening and closes every connection. */
  close(): Promise<void>;
}

const FURTHER_PORTS = 100;

/** `localhost` means both loopback addresses, as in browsers. Throws a {@link DiagnosticError} with exit code 2. */
async function listen(listener: RequestListener, { host, port, strictPort }: ListenOptions): Promise<Listener> {
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

function urlsOf({ host, port, base }: { host: string; port: number; base: string }): string[] {
  const urlOf = (name: string): string => `http://${isIPv6(name) ? `[${name}]` : name}:${port}${base}`;
  if (host !== '0.0.0.0' && host !== '::') return [urlOf(host)];
  const network = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal);
  return [urlOf('localhost'), ...network.map(({ address }) => urlOf(address))];
}

interface GuardOptions {
  /** Name or address that the server listens on. */
  host: string;
  /** Additional host names. A name that begins with a dot allows the domain and all its subdomains. */
  allowedHosts: string[];
}

interface Refusal {
  status: 400 | 403 | 405;
  text: string;
}

/** `Sec-Fetch-Site` values of requests by pages of this server, or from the address bar. */
const OWN_SITE = ['same-origin', 'none'];

/**
 * Refuses methods other than GET and HEAD, targets that are not plain absolute paths, foreign host names (DNS
 * rebinding), and background requests by pages from another origin, including another port of this machine.
 */
function checkRequest(request: IncomingMessage, options: GuardOptions): Refusal | undefined {
  const hosts = request.headersDistinct.host ?? [];
  if (hosts.length > 1) return { status: 400, text: 'The request contains more than one host name.' };
  if (!isAllowedHost(hosts[0], options)) {
    return { status: 403, text: 'This host name is not allowed. Add it to `server.allowedHosts` if it is yours.' };
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return { status: 405, text: 'Only GET and HEAD requests are allowed.' };
  if (decodeTarget(request.url ?? '') === undefined) return { status: 400, text: 'The address is not a path.' };
  const { 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = request.headers;
  if (!OWN_SITE.includes(String(site)) && mode !== 'navigate')
    return { status: 403, text: 'Other sites cannot request this.' };
  return undefined;
}

/**
 * Undefined for an invalid target: without a leading `/`, with `#`, malformed encoding, `\` or control characters, even
 * percent-encoded.
 */
function decodeTarget(target: string): string | undefined {
  if (!target.startsWith('/') || target.includes('#') || hasForbidden(target)) return undefined;
  try {
    const path = decodeURIComponent(target.split('?', 1)[0] ?? '');
    return hasForbidden(path) ? undefined : path;
  } catch {
    // The percent-encoding is malformed.
    return undefined;
  }
}

function hasForbidden(text: string): boolean {
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (character === '\\' || code < 0x20 || (code >= 0x7f && code < 0xa0)) return true;
  }
  return false;
}

function isAllowedHost(header: string | undefined, { host, allowedHosts }: GuardOptions): boolean {
  const match = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<name>[a-z0-9._-]+))(?::\d{1,5})?$/i.exec(header ?? '');
  const name = (match?.groups?.v6 ?? match?.groups?.name)?.toLowerCase();
  if (!name) return false;
  if (name === 'localhost' || name.endsWith('.localhost') || name === '127.0.0.1' || name === '::1') return true;
  if (isIP(name)) return !isLoopback(host) || name === host;
  if (name === host.toLowerCase()) return true;
  return allowedHosts
    .map((allowed) => allowed.toLowerCase())
    .some((allowed) =>
      allowed.startsWith('.') ? name.endsWith(allowed) || name === allowed.slice(1) : name === allowed,
    );
}

function isLoopback(host: string): boolean {
  return /^(.+\.)?localhost$/i.test(host) || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
