import { createResponder, type Outputs } from './responses.ts';
import { createSiteServer, type SiteServer, type SiteServerOptions, sendText } from './site-server.ts';

export interface StaticServerOptions extends Omit<SiteServerOptions, 'answer'> {
  /** The outputs. If this is a function, it is called for each request, so that the site can change while the server runs. */
  files: Outputs | (() => Outputs | Promise<Outputs>);
}

export type StaticServer = SiteServer;

/**
 * `/a`, `/a/` and `/a/index.html` are the same page. Serves only the given outputs, and never converts a URL to a file
 * path. Throws a {@link DiagnosticError} with exit code 2.
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

export function outputCandidates(path: string): string[] {
  if (path === '') return ['index.html'];
  // As on hosting providers: if both exist, the folder is served for the URL with a trailing slash.
  return path.endsWith('/')
    ? [`${path}index.html`, `${path.slice(0, -1)}.html`]
    : [path, `${path}.html`, `${path}/index.html`];
}
