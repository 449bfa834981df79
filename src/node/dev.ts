import fs from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { DEV_EVENTS, DEV_SCRIPT, UPDATE_EVENT } from '../shared/dev-protocol.ts';
import { readBrowserScript } from './browser-scripts.ts';
import { addDevScript, errorPage } from './dev/dev-page.ts';
import { createDevSite, type DevOutput, type DevSite } from './dev/dev-site.ts';
import { createEventHub } from './dev/event-hub.ts';
import { type Diagnostic, DiagnosticError } from './diagnostics/diagnostic.ts';
import { createResponder } from './server/responses.ts';
import { createSiteServer, type SiteServer, sendText } from './server/site-server.ts';
import { outputCandidates } from './server/static-server.ts';
import { loadSite, type SiteOverrides } from './site.ts';
import { createWatcher } from './watch/watcher.ts';
import { shownPath } from './write/write-error.ts';

/** Options of {@link createDevServer}. */
export interface DevServerOptions extends Omit<SiteOverrides, 'outDir'> {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** Default 4171; 0 for any free port. */
  port?: number;
  /** Name or address to listen on. Default `localhost`. */
  host?: string;
  /** Fail when the port is taken instead of trying the next ones. Default false. */
  strictPort?: boolean;
  /** Host names that requests may use besides this machine's; added to `server.allowedHosts` of the configuration. */
  allowedHosts?: string[];
  /** Told of every update, when the pages that it is about are made anew. */
  onUpdate?: (update: DevUpdate) => void;
  /** Told what is wrong with the site or with a page that was asked for, each once until it is mended. */
  onDiagnostics?: (diagnostics: Diagnostic[]) => void;
  /** Told in a sentence why changes are looked for by the clock. */
  onPolling?: (reason: string) => void;
  /** Told of faults of the tool itself. */
  onError?: (error: unknown) => void;
}

/** What an update was about. */
export interface DevUpdate {
  /** `restart`: the configuration has changed, and everything was read anew. */
  kind: 'update' | 'restart';
  /** Changed files, relative to the site's root. */
  files: string[];
  /** From the noticed change until the pages that it is about were made anew, in milliseconds. */
  time: number;
}

/** A running dev server. */
export interface DevServer {
  /** Addresses to open, the local one first. */
  readonly urls: string[];
  readonly port: number;
  /** True when other machines can reach the server. */
  readonly exposed: boolean;
  /** Reads everything anew; port and open pages stay. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** A site, or why there is none. */
interface State {
  site?: DevSite;
  base: string;
  /** What is wrong with the configuration: the site is as it was before. */
  diagnostics: Diagnostic[];
  /** Files that make the configuration. */
  inputs: Set<string>;
}

/**
 * Serves a site while it is written. Pages are made when they are first asked for, and again when something that they are
 * made of has changed; open pages follow. A fault, also one of the configuration, is shown in the page until it is mended.
 * Throws a {@link DiagnosticError} with exit code 2 when there is no such folder, or no port to listen on.
 */
export async function createDevServer(options: DevServerOptions = {}): Promise<DevServer> {
  const { root = process.cwd(), port = 4171, host = 'localhost', strictPort = false } = options;
  const hub = createEventHub();
  const responder = createResponder();
  const allowedHosts: string[] = [];
  const told = new Map<string, Set<string>>();
  let closed = false;

  /** Tells what nobody was told yet about a subject; what is mended may be told again. */
  const report = (subject: string, diagnostics: Diagnostic[]): void => {
    const known = new Set([...told.values()].flatMap((keys) => [...keys]));
    told.set(subject, new Set(diagnostics.map(keyOf)));
    const fresh = new Map(diagnostics.map((entry) => [keyOf(entry), entry]));
    for (const key of known) fresh.delete(key);
    if (fresh.size > 0) options.onDiagnostics?.([...fresh.values()]);
  };
  const openSite = async (before?: State): Promise<State> => {
    const inputs = new Set<string>();
    try {
      const { site, diagnostics } = await loadSite(root, { base: options.base, inputs });
      allowedHosts.splice(0, Infinity, ...site.config.server.allowedHosts, ...(options.allowedHosts ?? []));
      report('config', diagnostics);
      await before?.site?.close();
      return { site: createDevSite(site), base: site.config.base, diagnostics: [], inputs };
    } catch (error) {
      if (!(error instanceof DiagnosticError) || error.diagnostics.some(({ code }) => code === 'CD100')) throw error;
      report('config', error.diagnostics);
      return {
        base: '/',
        ...before,
        diagnostics: error.diagnostics,
        inputs: new Set([...inputs, ...(before?.inputs ?? [])]),
      };
    }
  };
  let state = await openSite();

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
    const page = { base: state.base, token: hub.token };
    try {
      const found = await findOutput(state, target);
      if (found) await sendOutput(request, response, found);
      else sendText(response, 404, 'Not found.');
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      const diagnostics = [...state.diagnostics, ...error.diagnostics];
      report(target ?? '', diagnostics);
      sendHtml(response, 500, errorPage(diagnostics, page));
    }
  };
  const sendOutput = async (request: IncomingMessage, response: ServerResponse, found: FoundOutput): Promise<void> => {
    const { outputPath, output, status } = found;
    const diagnostics = [...state.diagnostics, ...output.diagnostics];
    const isPage =
      outputPath.endsWith('.html') && typeof output.content === 'string' && output.content.includes('data-entry');
    if (isPage) report(outputPath, diagnostics);
    const content = isPage
      ? addDevScript(output.content as string, diagnostics, { base: state.base, token: hub.token })
      : output.content;
    await responder.send(request, response, { path: outputPath, content, status });
  };

  const listen = (wanted: number, isStrict: boolean): Promise<SiteServer> =>
    createSiteServer({
      answer,
      base: state.base,
      port: wanted,
      host,
      strictPort: isStrict,
      allowedHosts,
      onError: options.onError,
    });
  let server = await listen(port, strictPort);

  const reopen = async (): Promise<void> => {
    const { base } = state;
    state = await openSite(state);
    if (state.base === base) return;
    const { port: same } = server;
    await server.close();
    server = await listen(same, true);
  };
  const update = async (changed: Set<string>): Promise<void> => {
    const start = performance.now();
    const isConfig = state.diagnostics.length > 0 || [...changed].some((file) => state.inputs.has(file));
    if (isConfig) await reopen();
    else if (!(await state.site?.update(changed))) return;
    if (closed) return;
    hub.send(UPDATE_EVENT);
    await reportChanged(changed);
    const base = state.site?.site.root ?? path.resolve(root);
    const files = [...changed].map((file) => shownPath(base, file)).sort();
    options.onUpdate?.({ kind: isConfig ? 'restart' : 'update', files, time: Math.round(performance.now() - start) });
    watcher.setFiles(state.site?.outsideFiles() ?? []);
  };
  /** Tells what is wrong with the pages that were edited, also when nobody has them open. */
  const reportChanged = async (changed: ReadonlySet<string>): Promise<void> => {
    for (const outputPath of state.site?.pagesOf(changed) ?? []) {
      try {
        const output = await state.site?.output(outputPath);
        report(outputPath, [...state.diagnostics, ...(output?.diagnostics ?? [])]);
      } catch (error) {
        if (!(error instanceof DiagnosticError)) throw error;
        report(outputPath, [...state.diagnostics, ...error.diagnostics]);
      }
    }
  };
  // One after another: what changed meanwhile is the next one's.
  let last: Promise<void> = Promise.resolve();
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    last = last.then(work).catch((error: unknown) => options.onError?.(error));
    return last;
  };

  const folder = await fs.realpath(root);
  const projectRoot = state.site?.site.projectRoot ?? folder;
  const watcher = await createWatcher({
    folders: [projectRoot],
    ignore: (file) => /^(\.|node_modules$)/.test(path.basename(file)) || file === state.site?.site.config.outDir,
    onChange: (changed) => void enqueue(() => update(changed)),
    onPolling: options.onPolling,
  });
  return {
    get urls() {
      return server.urls;
    },
    get port() {
      return server.port;
    },
    get exposed() {
      return server.exposed;
    },
    restart: () =>
      enqueue(async () => {
        await reopen();
        hub.send(UPDATE_EVENT);
      }),
    async close() {
      closed = true;
      hub.close();
      await watcher.close();
      await server.close();
      await last;
      await state.site?.close();
    },
  };
}

interface FoundOutput {
  outputPath: string;
  output: DevOutput;
  status: 200 | 404;
}

/** The output that a path asks for, else the page that says there is none. */
async function findOutput({ site, diagnostics }: State, target: string | undefined): Promise<FoundOutput | undefined> {
  if (!site) throw new DiagnosticError(diagnostics, 2);
  for (const outputPath of target === undefined ? [] : outputCandidates(target)) {
    const output = await site.output(outputPath);
    if (output) return { outputPath, output, status: 200 };
  }
  const missing = await site.output('404.html');
  return missing && { outputPath: '404.html', output: missing, status: 404 };
}

function sendHtml(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'Cache-Control': 'no-store',
  });
  response.end(html);
}

function keyOf({ severity, code, text, location }: Diagnostic): string {
  return JSON.stringify([severity, code, text, location?.file, location?.line, location?.column]);
}
