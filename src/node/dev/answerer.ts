import type { IncomingMessage, ServerResponse } from 'node:http';
import { DEV_EVENTS, DEV_SCRIPT } from '../../shared/dev-protocol.ts';
import { readBrowserScript } from '../base/browser-scripts.ts';
import type { CurrentSite } from './current-site.ts';
import { addDevScript, type DevPageOptions, errorPage } from './dev-page.ts';
import type { DevSite } from './dev-site.ts';
import type { FaultTeller } from './error-reporter.ts';
import type { EventHub } from './event-hub.ts';
import { findOutput, isPage } from './find-output.ts';
import { createResponder } from './server/responses.ts';
import { sendText } from './server/site-server.ts';

/** Requesting a page also reports its errors. */
export function createAnswerer({
  current,
  hub,
  judge,
  manager,
  isClosed,
}: Pick<FaultTeller, 'judge'> &
  Pick<DevPageOptions, 'manager'> & { current: CurrentSite; hub: EventHub; isClosed: () => boolean }) {
  const responder = createResponder();
  /** Requested output paths, most recent last. */
  const requested = new Set<string>();

  /** `target` is the path below the base; undefined for a path outside it. */
  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    target: string | undefined,
  ): Promise<void> => {
    if (target === DEV_EVENTS) return hub.open(request, response);
    if (target === DEV_SCRIPT) {
      const content = await readBrowserScript('dev.js');
      return await responder.send(request, response, { path: 'client.js', content, status: 200 });
    }
    const { site, base, diagnostics } = current.state;
    try {
      if (site) await answerBy(site, request, response, target);
      else sendHtml(response, errorPage(diagnostics, { base, token: hub.token, manager }));
    } catch (error) {
      // After the server has closed, the client is gone and the renderer can no longer answer.
      if (isClosed()) response.destroy();
      else if (site !== current.state.site && !response.headersSent) await answer(request, response, target);
      else throw error;
    }
  };
  const answerBy = async (
    site: DevSite,
    request: IncomingMessage,
    response: ServerResponse,
    target: string | undefined,
  ): Promise<void> => {
    const since = Date.now();
    const found = await findOutput(site, target);
    if (!found) return sendText(response, 404, 'Not found.');
    const { outputPath, status, content } = found;
    if (content !== undefined && !isPage(found))
      return await responder.send(request, response, { path: outputPath, content, status });
    requested.delete(outputPath);
    requested.add(outputPath);
    const diagnostics = await judge(site, outputPath, found.diagnostics);
    const { state } = current;
    if (site !== state.site) throw new Error('The configuration has changed meanwhile');
    current.watchFiles(since);
    const page = { base: state.base, token: hub.token, manager };
    if (content === undefined) return sendHtml(response, errorPage(diagnostics, page));
    const html = addDevScript(String(content), diagnostics, page);
    await responder.send(request, response, { path: outputPath, content: html, status, secret: true });
  };

  return { answer, requestedPaths: (): string[] => [...requested].reverse() };
}

/** Not cached, because the page contains the token. */
function sendHtml(response: ServerResponse, html: string): void {
  response.writeHead(500, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'Cache-Control': 'no-store',
  });
  response.end(html);
}
