import { createResponder, type Outputs } from './responses.ts';
import { createSiteServer, type SiteServer, type SiteServerOptions, sendText } from './site-server.ts';

/** Options of {@link createStaticServer}. */
export interface StaticServerOptions extends Omit<SiteServerOptions, 'answer'> {
  /** The outputs that exist; a function is asked for every request, so that a site can change under a running server. */
  files: Outputs | (() => Outputs | Promise<Outputs>);
}

/** A running server. */
export type StaticServer = SiteServer;

/**
 * Serves a site as static hosts do: `/a`, `/a/` and `/a/index.html` are one page, what is missing gets `404.html`, text is
 * compressed. Only outputs are answered; no URL is ever turned into a path.
 * Throws a {@link DiagnosticError} with exit code 2 when it cannot listen.
 */
export async function createStaticServer(options: StaticServerOptions): Promise<StaticServer> {
  const responder = createResponder();
  return await createSiteServer({
    ...options,
    async answer(request, response, path) {
      const outputs = typeof options.files === 'function' ? await options.files() : options.files;
      const found = path === undefined ? undefined : outputCandidates(path).find((candidate) => outputs.has(candidate));
      const shown = found ?? '404.html';
      const content = outputs.get(shown);
      if (content === undefined) sendText(response, 404, 'Not found.');
      else await responder.send(request, response, { path: shown, content, status: found ? 200 : 404 });
    },
  });
}

/** Paths of outputs that a path below the base may ask for: a file, or the page of that name. */
export function outputCandidates(path: string): string[] {
  return path === '' || path.endsWith('/') ? [`${path}index.html`] : [path, `${path}/index.html`, `${path}.html`];
}
