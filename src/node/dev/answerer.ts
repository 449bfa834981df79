import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERROR_PAGE_CSS, errorDocumentBody, errorNotice } from '../../shared/dev-error-page.ts';
import { DEV_EVENTS, DEV_SCRIPT, type DevDiagnostic, DIAGNOSTICS_ID } from '../../shared/dev-protocol.ts';
import { TOKEN_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { readBrowserScript } from '../base/browser-scripts.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { groupByFile } from '../base/diagnostics/diagnostic.ts';
import { SMALL_ERRORS } from '../base/diagnostics/groups.ts';
import { codeFrame } from '../base/diagnostics/print.ts';
import { type ProjectManager, withCommandsFor } from '../project/package-manager.ts';
import { NOT_LISTED } from '../render/page-url.ts';
import type { CurrentSite } from './current-site.ts';
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

  /** `target` is the path under the base; undefined for a path outside it. */
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

/** The response is not cached, because the page contains the token. */
function sendHtml(response: ServerResponse, html: string): void {
  response.writeHead(500, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'Cache-Control': 'no-store',
  });
  response.end(html);
}

interface DevPageOptions {
  base: string;
  token: string;
  manager: ProjectManager['name'];
}

export function addDevScript(html: string, diagnostics: Diagnostic[], options: DevPageOptions): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return html.replace('</title>', () => `</title>${scriptElement(options)}`);
  return html
    .replace('</title>', () => `</title>${scriptElement(options)}${diagnosticsElement(errors, options)}`)
    .replace(/<body[^>]*>/, (body) => `${body}<noscript>${errorNotice(toDevDiagnostics(errors, options))}</noscript>`);
}

/** Returns the HTML of an error page, which replaces a page that cannot be rendered. */
export function errorPage(diagnostics: Diagnostic[], options: DevPageOptions): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const shown = errors.length > 0 ? errors : diagnostics;
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    `<meta name="viewport" content="width=device-width, initial-scale=1">${NOT_LISTED}` +
    `<title>cascader-docs: ${shown.length === 1 ? '1 error' : `${shown.length} errors`}</title>` +
    `<style>${ERROR_PAGE_CSS}</style>${scriptElement(options)}</head>` +
    `<body>${errorDocumentBody(toDevDiagnostics(shown, options))}${diagnosticsElement(shown, options)}</body></html>`
  );
}

function scriptElement({ base, token }: DevPageOptions): string {
  return `<script type="module" src="${base}${DEV_SCRIPT}" ${TOKEN_ATTRIBUTE}="${token}"></script>`;
}

function diagnosticsElement(diagnostics: Diagnostic[], options: DevPageOptions): string {
  const data = JSON.stringify(toDevDiagnostics(diagnostics, options)).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${DIAGNOSTICS_ID}">${data}</script>`;
}

function toDevDiagnostics(diagnostics: Diagnostic[], { manager }: DevPageOptions): DevDiagnostic[] {
  return groupByFile(diagnostics)
    .flat()
    .map((diagnostic) => toDevDiagnostic(withCommandsFor(manager, diagnostic)));
}

function toDevDiagnostic({ severity, code, text, location, notes = [], stack }: Diagnostic): DevDiagnostic {
  return {
    severity,
    code,
    isSmall: SMALL_ERRORS.has(code) || undefined,
    text,
    place: location && `${location.file}:${location.line}:${location.column}`,
    frame: location?.lineText === undefined ? undefined : codeFrame(location).join('\n'),
    notes,
    stack,
  };
}
