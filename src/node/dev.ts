import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { DEV_EVENTS, DEV_SCRIPT, UPDATE_EVENT } from '../shared/dev-protocol.ts';
import { readBrowserScript } from './browser-scripts.ts';
import { createAssetStore } from './dev/asset-store.ts';
import { addDevScript, errorPage } from './dev/dev-page.ts';
import type { DevSite } from './dev/dev-site.ts';
import { createEventHub } from './dev/event-hub.ts';
import { findOutput, isHtml, isPage, makeOutput } from './dev/find-output.ts';
import { createReports, unique } from './dev/reports.ts';
import { openSite } from './dev/site-state.ts';
import { createSiteWatcher } from './dev/site-watcher.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { createResponder } from './server/responses.ts';
import { createSiteServer, type SiteServer, sendText } from './server/site-server.ts';
import type { SiteOverrides } from './site.ts';

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
  /** Gives up starting. */
  signal?: AbortSignal;
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

/** Pages of one update whose faults are told although nobody has them open. */
const PAGES_TOLD = 20;

/**
 * Serves a site while it is written. Pages are made when they are first asked for, and again when something that they are
 * made of has changed; open pages follow. A fault, also one of the configuration, is shown in the page until it is mended.
 * Throws a DiagnosticError with exit code 2 when there is no such folder, or no port to listen on.
 */
export async function createDevServer(options: DevServerOptions = {}): Promise<DevServer> {
  const { root = process.cwd(), port = 4171, host = 'localhost', strictPort = false } = options;
  const begun = Date.now();
  const hub = createEventHub();
  const responder = createResponder();
  const reports = createReports((diagnostics) => options.onDiagnostics?.(diagnostics));
  const watcher = createSiteWatcher({
    onChange: (changed) => void enqueue(() => update(changed)),
    onPolling: options.onPolling,
  });
  const siteOptions = {
    root,
    base: options.base,
    signal: options.signal,
    assets: createAssetStore(),
    onChange: () => hub.send(UPDATE_EVENT),
  };
  /** Pages that were asked for, the last one at the end. */
  const asked = new Set<string>();
  const allowedHosts: string[] = [];
  let state = await openSite(siteOptions);
  let isClosed = false;
  let isListening = (): void => undefined;
  /** Updates are made one after another: what changes meanwhile is the next one's. */
  let last = new Promise<void>((resolve) => {
    isListening = resolve;
  });
  let waiting = 0;

  const enqueue = (work: () => Promise<void>): Promise<void> => {
    waiting++;
    const next = (): Promise<void> | undefined => {
      waiting--;
      return isClosed ? undefined : work();
    };
    last = last.then(next).catch(fail);
    return last;
  };
  const fail = (error: unknown): void => {
    if (!isClosed) options.onError?.(error);
  };
  /** Takes over what the configuration says. */
  const follow = async (since: number): Promise<void> => {
    allowedHosts.splice(0, Infinity, ...state.allowedHosts, ...(options.allowedHosts ?? []));
    reports.put('config', state.diagnostics);
    await watcher.follow(state.scope);
    watchFiles(since);
  };
  /** @param since when that was read which is watched besides the project */
  const watchFiles = (since: number): void =>
    watcher.setFiles([...state.inputs, ...(state.site?.files() ?? [])], since);

  /** All that is wrong where a page is shown; tells what nobody was told yet. */
  const judge = async (site: DevSite, outputPath: string, diagnostics: Diagnostic[]): Promise<Diagnostic[]> => {
    const ofSite = await site.check();
    if (site === state.site) {
      reports.put('site', ofSite);
      if (isHtml(outputPath)) reports.put(outputPath, diagnostics);
    }
    return unique([...state.diagnostics, ...ofSite, ...diagnostics]);
  };
  /** Tells what is wrong with the site and with pages, also when nobody has them open; and with those that were faulty. */
  const tell = async (pages: string[] = []): Promise<void> => {
    const { site } = state;
    if (!site) return;
    reports.put('site', await site.check());
    const outputs = new Set([...reports.faulty().filter(isHtml), ...pages]);
    for (const outputPath of [...outputs].slice(0, PAGES_TOLD)) {
      // The next update tells of them too.
      if (waiting > 0 || isClosed) return;
      await judge(site, outputPath, (await makeOutput(site, outputPath))?.diagnostics ?? []);
    }
  };

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
    const { site } = state;
    try {
      if (site) await answerBy(site, request, response, target);
      else sendHtml(response, errorPage(state.diagnostics, { base: state.base, token: hub.token }));
    } catch (error) {
      // Whoever asked is gone, and so is what it takes to answer.
      if (isClosed) response.destroy();
      else if (site !== state.site && !response.headersSent) await answer(request, response, target);
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
    asked.delete(outputPath);
    asked.add(outputPath);
    const diagnostics = await judge(site, outputPath, found.diagnostics);
    if (site !== state.site) throw new Error('The configuration has changed meanwhile');
    watchFiles(since);
    const page = { base: state.base, token: hub.token };
    if (content === undefined) return sendHtml(response, errorPage(diagnostics, page));
    const html = addDevScript(String(content), diagnostics, page);
    await responder.send(request, response, { path: outputPath, content: html, status, secret: true });
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

  const following = follow(begun);
  // Told below, after what is wrong with the port.
  following.catch(() => undefined);
  // What every page needs is made before the first is asked for.
  void tell().catch(fail);
  let server = await listen(port, strictPort).catch(async (error: unknown) => {
    isClosed = true;
    await Promise.all([watcher.close(), state.site?.close()]);
    throw error;
  });

  const reopen = async (): Promise<void> => {
    const { base, site } = state;
    const since = Date.now();
    const next = await openSite(siteOptions, state);
    // Before anything of the new site is read.
    await watcher.follow(next.scope);
    state = next;
    await follow(since);
    if (state.base !== base) {
      const { port: same } = server;
      await server.close();
      server = await listen(same, true);
    }
    if (site !== state.site) await site?.close();
  };
  const update = async (changed: Set<string>): Promise<void> => {
    const start = performance.now();
    const isConfig = state.isBroken || state.inputs.some((file) => changed.has(file));
    if (isConfig) await reopen();
    else if (!(await state.site?.update(changed))) return;
    if (isClosed) return;
    hub.send(UPDATE_EVENT);
    await tell(isConfig ? [...asked].reverse() : ((await state.site?.pagesOf(changed)) ?? []));
    const base = state.site?.site.root ?? path.resolve(root);
    const written = [...changed].filter((file) => !file.includes(`${path.sep}.git${path.sep}`));
    const files = written.map((file) => path.relative(base, file).split(path.sep).join('/')).sort();
    options.onUpdate?.({ kind: isConfig ? 'restart' : 'update', files, time: Math.round(performance.now() - start) });
  };

  await following;
  isListening();
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
        await tell([...asked].reverse());
      }),
    async close() {
      isClosed = true;
      hub.close();
      const release = () => Promise.all([watcher.close(), server.close(), state.site?.close()]);
      // What is under way may be a demo that hangs: it ends with the site.
      await release();
      await last;
      // A restart has opened them again.
      await release();
    },
  };
}

/** A page in place of one that could not be made; it holds a secret, as all pages do. */
function sendHtml(response: ServerResponse, html: string): void {
  response.writeHead(500, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'Cache-Control': 'no-store',
  });
  response.end(html);
}
