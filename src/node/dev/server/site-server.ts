import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen, urlsOf } from './listen.ts';
import { checkRequest, decodeTarget, isLoopback } from './request-guard.ts';

/** Options of {@link createSiteServer}. */
export interface SiteServerOptions {
  /**
   * Answers a request that may be answered.
   *
   * @param path decoded path below the base, without a slash at its beginning; undefined for one that is not below it
   */
  answer: (request: IncomingMessage, response: ServerResponse, path: string | undefined) => Promise<void>;
  /** Path that the site is served under; begins and ends with `/`. */
  base: string;
  /** 0: any free port. */
  port: number;
  /** Name or address to listen on. */
  host: string;
  /** Host names that requests may use besides this machine's; one that begins with a dot stands for all its subdomains. */
  allowedHosts?: string[];
  /** Fail when the port is taken instead of trying the next ones. Default false. */
  strictPort?: boolean;
  /** Told of an output that could not be read; the request is answered with status 500. */
  onError?: (error: unknown) => void;
}

/** A running server. */
export interface SiteServer {
  /** Address of the home page. */
  url: string;
  /** Further addresses when the server listens on all interfaces; `url` is the first. */
  urls: string[];
  port: number;
  /** True when other machines can reach it. */
  exposed: boolean;
  close(): Promise<void>;
}

/** Of every answer: no other site may show it in a frame, or load it as an image, style or script of its own. */
const SAFETY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "frame-ancestors 'self'",
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * Listens for requests to a site, and lets through what a reader's browser sends; the root leads to the base.
 * Throws a {@link DiagnosticError} with exit code 2 when it cannot listen.
 */
export async function createSiteServer(options: SiteServerOptions): Promise<SiteServer> {
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
  const urls = urlsOf({ host, port, base: encodedBase });
  return { url: urls[0] ?? '', urls, port, exposed: !isLoopback(host), close };
}

/** Answers with a line of text, which is never kept. */
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
