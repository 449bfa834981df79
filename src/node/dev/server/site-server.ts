import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen, urlsOf } from './listen.ts';
import { checkRequest, decodeTarget, isLoopback } from './request-guard.ts';

export interface SiteServerOptions {
  /** `path` is decoded, below the base, without a leading slash; undefined for a path outside the base. */
  answer: (request: IncomingMessage, response: ServerResponse, path: string | undefined) => Promise<void>;
  /** Base path of the site; begins and ends with `/`. */
  base: string;
  /** 0: any free port. */
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
  /** All addresses. More than one if the server listens on all interfaces; `url` is the first. */
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
