import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen, urlsOf } from './listen.ts';
import { checkRequest, decodeTarget, isLoopback } from './request-guard.ts';
import { createResponder, type Outputs } from './responses.ts';

/** Options of {@link createStaticServer}. */
export interface StaticServerOptions {
  /** The outputs that exist; a function is asked for every request, so that a site can change under a running server. */
  files: Outputs | (() => Outputs | Promise<Outputs>);
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
export interface StaticServer {
  /** Address of the home page. */
  url: string;
  /** Further addresses when the server listens on all interfaces; `url` is the first. */
  urls: string[];
  port: number;
  /** True when other machines can reach it. */
  exposed: boolean;
  close(): Promise<void>;
}

/**
 * Serves a site as static hosts do: `/a`, `/a/` and `/a/index.html` are one page, what is missing gets `404.html`, text is
 * compressed. Only outputs are answered; no URL is ever turned into a path.
 * Throws a {@link DiagnosticError} with exit code 2 when it cannot listen.
 */
export async function createStaticServer(options: StaticServerOptions): Promise<StaticServer> {
  const { base, host, allowedHosts = [], strictPort = false, onError = () => {} } = options;
  const responder = createResponder();
  const decodedBase = decodeTarget(base) ?? base;
  const encodedBase = encodeURI(decodedBase);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
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
    const outputs = typeof options.files === 'function' ? await options.files() : options.files;
    const found = path.startsWith(decodedBase) ? findOutput(outputs, path.slice(decodedBase.length)) : undefined;
    const shown = found ?? '404.html';
    const content = outputs.get(shown);
    if (content === undefined) sendText(response, 404, 'Not found.');
    else await responder.send(request, response, { path: shown, content, status: found ? 200 : 404 });
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

/** Output path that a path below the base asks for: a file, or the page of that name. */
export function findOutput(outputs: Outputs, path: string): string | undefined {
  const candidates =
    path === '' || path.endsWith('/') ? [`${path}index.html`] : [path, `${path}/index.html`, `${path}.html`];
  return candidates.find((candidate) => outputs.has(candidate));
}

function sendText(response: ServerResponse, status: number, text: string): void {
  const body = `${text}\n`;
  for (const name of ['ETag', 'Cache-Control', 'Vary', 'Content-Encoding']) response.removeHeader(name);
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
