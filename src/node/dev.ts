import fs from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { DEV_EVENTS, DEV_SCRIPT, UPDATE_EVENT } from '../shared/dev-protocol.ts';
import { readBrowserScript } from './browser-scripts.ts';
import { createAssetStore } from './dev/asset-store.ts';
import { addDevScript, errorPage } from './dev/dev-page.ts';
import { createDevSite, type DevSite } from './dev/dev-site.ts';
import { createEventHub } from './dev/event-hub.ts';
import { createReports, unique } from './dev/reports.ts';
import { createSiteWatcher, type WatchScope } from './dev/site-watcher.ts';
import { type Diagnostic, DiagnosticError } from './diagnostics/diagnostic.ts';
import { createResponder } from './server/responses.ts';
import { createSiteServer, type SiteServer, sendText } from './server/site-server.ts';
import { outputCandidates } from './server/static-server.ts';
import { loadSite, type SiteOverrides } from './site.ts';
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
  inputs: string[];
  scope: WatchScope;
}

/** What there is for a path. */
interface Found {
  outputPath: string;
  status: 200 | 404;
  /** Absent for a page that could not be made. */
  content?: string | Uint8Array;
  diagnostics: Diagnostic[];
}

/** Pages of one update whose faults are told although nobody has them open. */
const PAGES_TOLD = 20;

/**
 * Serves a site while it is written. Pages are made when they are first asked for, and again when something that they are
 * made of has changed; open pages follow. A fault, also one of the configuration, is shown in the page until it is mended.
 * Throws a {@link DiagnosticError} with exit code 2 when there is no such folder, or no port to listen on.
 */
export async function createDevServer(options: DevServerOptions = {}): Promise<DevServer> {
  const { root = process.cwd(), port = 4171, host = 'localhost', strictPort = false } = options;
  const begun = Date.now();
  const hub = createEventHub();
  const responder = createResponder();
  const assets = createAssetStore();
  const allowedHosts: string[] = [];
  /** Pages that were asked for, the last one at the end. */
  const asked = new Set<string>();
  const reports = createReports((diagnostics) => options.onDiagnostics?.(diagnostics));
  const watcher = createSiteWatcher({
    onChange: (changed) => void enqueue(() => update(changed)),
    onPolling: options.onPolling,
  });
  let isClosed = false;
  /** Updates are made one after another: what changes meanwhile is the next one's. */
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;

  const enqueue = (work: () => Promise<void>): Promise<void> => {
    waiting++;
    last = last
      .then(() => {
        waiting--;
        return isClosed ? undefined : work();
      })
      .catch(fail);
    return last;
  };
  const fail = (error: unknown): void => {
    if (!isClosed) options.onError?.(error);
  };
  const openSite = async (before?: State): Promise<State> => {
    const inputs = new Set<string>();
    try {
      const { site, diagnostics } = await loadSite(root, { base: options.base, inputs });
      const { base, outDir, publicDir, server: settings } = site.config;
      allowedHosts.splice(0, Infinity, ...settings.allowedHosts, ...(options.allowedHosts ?? []));
      reports.put('config', diagnostics);
      return {
        site: createDevSite(site, { assets, onChange: () => hub.send(UPDATE_EVENT) }),
        base,
        diagnostics: [],
        inputs: [...inputs],
        scope: { projectRoot: site.projectRoot, outDir, publicDir },
      };
    } catch (error) {
      const isNoFolder = error instanceof DiagnosticError && error.diagnostics.some(({ code }) => code === 'CD100');
      if (!(error instanceof DiagnosticError) || (isNoFolder && !before)) throw error;
      const { diagnostics } = error;
      reports.put('config', diagnostics);
      return before
        ? { ...before, diagnostics, inputs: [...new Set([...before.inputs, ...inputs])] }
        : { base: '/', diagnostics, inputs: [...inputs], scope: { projectRoot: await fs.realpath(root) } };
    }
  };
  let state = await openSite();

  /** @param since when what is watched besides the project was read */
  const watchFiles = (since: number): void =>
    watcher.setFiles([...state.inputs, ...(state.site?.files() ?? [])], since);
  /** Looks for what a path asks for, else for the page that says there is none. */
  const find = async (site: DevSite, target: string | undefined): Promise<Found | undefined> => {
    for (const outputPath of target === undefined ? [] : outputCandidates(target)) {
      const found = await make(site, outputPath);
      if (found) return { ...found, status: 200 };
    }
    return await make(site, '404.html');
  };
  const make = async (site: DevSite, outputPath: string): Promise<Found | undefined> => {
    const since = Date.now();
    try {
      const output = await site.output(outputPath);
      return output && { outputPath, status: 404, ...output };
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      return { outputPath, status: 404, diagnostics: error.diagnostics };
    } finally {
      if (site === state.site) watchFiles(since);
    }
  };
  /** All that is wrong where a page is shown; tells what nobody was told yet. */
  const judge = async (site: DevSite, { outputPath, diagnostics }: Found): Promise<Diagnostic[]> => {
    const ofSite = await site.check();
    if (site === state.site) {
      reports.put('site', ofSite);
      if (isPage(outputPath)) reports.put(outputPath, diagnostics);
    }
    return unique([...state.diagnostics, ...ofSite, ...diagnostics]);
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
    const { token } = hub;
    const { site } = state;
    try {
      if (!site) return sendHtml(response, errorPage(state.diagnostics, { base: state.base, token }));
      const found = await find(site, target);
      if (!found) return sendText(response, 404, 'Not found.');
      const { outputPath, status, content } = found;
      const isDocument =
        content === undefined || (isPage(outputPath) && typeof content === 'string' && content.includes('data-entry'));
      if (!isDocument) return await responder.send(request, response, { path: outputPath, content, status });
      asked.delete(outputPath);
      asked.add(outputPath);
      const diagnostics = await judge(site, found);
      // The configuration has changed meanwhile: the page is another site's.
      if (site !== state.site) return await answer(request, response, target);
      const page = { base: state.base, token };
      if (content === undefined) return sendHtml(response, errorPage(diagnostics, page));
      const html = addDevScript(String(content), diagnostics, page);
      await responder.send(request, response, { path: outputPath, content: html, status, secret: true });
    } catch (error) {
      if (site !== state.site && !isClosed) return await answer(request, response, target);
      if (!isClosed) throw error;
      // Whoever asked is gone, and so is what it takes to answer.
      response.destroy();
    }
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
  const watching = watcher.follow(state.scope);
  // Told below, after what is wrong with the port.
  watching.catch(() => undefined);
  let server = await listen(port, strictPort).catch(async (error: unknown) => {
    await watcher.close();
    throw error;
  });
  watchFiles(begun);

  const reopen = async (): Promise<void> => {
    const { base, site } = state;
    const since = Date.now();
    const next = await openSite(state);
    // Before anything is read.
    await watcher.follow(next.scope);
    state = next;
    watchFiles(since);
    if (state.base !== base) {
      const { port: same } = server;
      await server.close();
      server = await listen(same, true);
    }
    if (site !== state.site) await site?.close();
  };
  const update = async (changed: Set<string>): Promise<void> => {
    const start = performance.now();
    const isConfig = state.diagnostics.length > 0 || state.inputs.some((file) => changed.has(file));
    if (isConfig) await reopen();
    else if (!(await state.site?.update(changed))) return;
    if (isClosed) return;
    hub.send(UPDATE_EVENT);
    await tell(isConfig ? [...asked].reverse() : ((await state.site?.pagesOf(changed)) ?? []));
    const base = state.site?.site.root ?? path.resolve(root);
    const written = [...changed].filter((file) => !file.includes(`${path.sep}.git${path.sep}`));
    const files = written.map((file) => shownPath(base, file)).sort();
    options.onUpdate?.({ kind: isConfig ? 'restart' : 'update', files, time: Math.round(performance.now() - start) });
  };
  /** Tells what is wrong with the site and with pages, also when nobody has them open; and with those that were faulty. */
  const tell = async (pages: string[] = []): Promise<void> => {
    const { site } = state;
    if (!site) return;
    reports.put('site', await site.check());
    const outputs = new Set([...reports.faulty().filter(isPage), ...pages]);
    for (const outputPath of [...outputs].slice(0, PAGES_TOLD)) {
      // The next update tells of them too.
      if (waiting > 0 || isClosed) return;
      const found = await make(site, outputPath);
      await judge(site, found ?? { outputPath, status: 404, diagnostics: [] });
    }
  };

  await watching;
  // What every page needs is made before the first is asked for.
  void tell().catch(fail);
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

function isPage(outputPath: string): boolean {
  return outputPath.endsWith('.html');
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
