import path from 'node:path';
import { UPDATE_EVENT } from '../../shared/dev-protocol.ts';
import { relativePath } from '../base/files/paths.ts';
import { findPackageManager } from '../project/package-manager.ts';
import { createAnswerer } from './answerer.ts';
import { createAssetStore } from './asset-store.ts';
import { type CurrentSite, openCurrentSite } from './current-site.ts';
import { createFaultTeller, type FaultTeller } from './error-reporter.ts';
import { createEventHub } from './event-hub.ts';
import { createSiteServer, type SiteServer } from './server/site-server.ts';
import type { DevServer, DevServerOptions } from './types.ts';

export type { DevServer, DevServerOptions, DevUpdate } from './types.ts';

/**
 * Starts the dev server. Pages are rendered on the first request, and again after one of their inputs has changed. Open
 * pages update themselves. Pages show errors, including those of the configuration, until they are fixed.
 * Throws a DiagnosticError with exit code 2 if the folder does not exist or no port is free.
 */
export async function createDevServer(options: DevServerOptions = {}): Promise<DevServer> {
  const { root = process.cwd(), base, signal, port = 4171, host = 'localhost', strictPort = false } = options;
  let isClosed = false;
  const fail = (error: unknown): void => {
    if (!isClosed) options.onError?.(error);
  };
  const hub = createEventHub();
  const queue = createUpdateQueue(fail);
  const follow = (): void => hub.send(UPDATE_EVENT);
  const current = await openCurrentSite({
    site: { root, base, signal, assets: createAssetStore(), onChange: follow },
    allowedHosts: options.allowedHosts,
    onFiles: (changed) => void queue.add(() => update(changed)),
    onPolling: options.onPolling,
    onDiagnostics: (diagnostics) => options.onDiagnostics?.(diagnostics),
  });
  const manager = findPackageManager(path.resolve(root)).name;
  const { judge, report } = createFaultTeller(current, () => isClosed || queue.isWaiting());
  const { answer, requestedPaths } = createAnswerer({ current, hub, judge, manager, isClosed: () => isClosed });
  const listen = (wanted: number, isStrict: boolean): Promise<SiteServer> => {
    const { allowedHosts, state } = current;
    const place = { base: state.base, port: wanted, host, strictPort: isStrict };
    return createSiteServer({ answer, ...place, allowedHosts, onError: options.onError });
  };

  const { reopen, update } = createUpdates({
    ...{ current, follow, requestedPaths, report, options },
    isClosed: () => isClosed,
    async renewServer() {
      const { port: same } = server;
      await server.close();
      server = await listen(same, true);
    },
  });
  const following = current.follow();
  // Awaited below, so that port errors are reported first.
  following.catch(() => undefined);
  // Builds the scripts that every page needs before the first request.
  void report().catch(fail);
  let server = await listen(port, strictPort).catch(async (error: unknown) => {
    isClosed = true;
    await current.close();
    throw error;
  });
  await following;
  queue.start();
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
      queue.add(async () => {
        await reopen();
        follow();
        await report(requestedPaths());
      }),
    async settle() {
      await current.lookNow();
      await queue.add(async () => {});
    },
    async close() {
      isClosed = true;
      hub.close();
      const ended = queue.close();
      const release = () => Promise.all([current.close(), server.close()]);
      // Closing the site terminates a hanging demo, which would block the queue.
      await release();
      await ended;
      // A restart in the queue may have reopened the site and the server.
      await release();
    },
  };
}

interface UpdatedParts {
  current: CurrentSite;
  follow: () => void;
  requestedPaths: () => string[];
  report: FaultTeller['report'];
  isClosed: () => boolean;
  renewServer: () => Promise<void>;
  options: DevServerOptions;
}

function createUpdates({ current, follow, requestedPaths, report, isClosed, renewServer, options }: UpdatedParts) {
  /** The caller notifies open pages. */
  const reopen = async (): Promise<void> => {
    const before = await current.reopen();
    const { state } = current;
    if (state.base !== before.base) await renewServer();
    if (state.site !== before.site) await before.site?.close();
  };
  const update = async (changed: Set<string>): Promise<void> => {
    const start = performance.now();
    const { isBroken, inputs } = current.state;
    const isConfig = isBroken || inputs.some((file) => changed.has(file));
    if (isConfig) await reopen();
    else if (!(await current.state.site?.update(changed))) return;
    if (isClosed()) return;
    follow();
    const { site } = current.state;
    await report(isConfig ? requestedPaths() : ((await site?.pagesOf(changed)) ?? []));
    options.onUpdate?.({
      kind: isConfig ? 'restart' : 'update',
      files: shownFiles(changed, site?.site.root ?? path.resolve(options.root ?? process.cwd())),
      time: Math.round(performance.now() - start),
    });
  };
  return { reopen, update };
}

function shownFiles(changed: Set<string>, root: string): string[] {
  const written = [...changed].filter((file) => !file.includes(`${path.sep}.git${path.sep}`));
  return written.map((file) => relativePath(root, file)).sort();
}

/** Runs updates one after another. Changes during an update belong to the next update. */
export function createUpdateQueue(onError: (error: unknown) => void) {
  let start = (): void => undefined;
  let last = new Promise<void>((resolve) => {
    start = resolve;
  });
  let waiting = 0;
  let isClosed = false;
  return {
    /** Resolves when the update has ended, or was skipped because the queue was closed. `onError` receives errors. */
    add(update: () => Promise<void>): Promise<void> {
      waiting++;
      const next = (): Promise<void> | undefined => {
        waiting--;
        return isClosed ? undefined : update();
      };
      last = last.then(next).catch(onError);
      return last;
    },
    /** Returns true if an update is waiting to start. */
    isWaiting: (): boolean => waiting > 0,
    start: (): void => start(),
    /** Starts no further update. Resolves when the current update has ended. */
    close(): Promise<void> {
      isClosed = true;
      start();
      return last;
    },
  };
}
