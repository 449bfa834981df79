import { createDevServer, type DevServer, type DevServerOptions, type DevUpdate, type Diagnostic } from 'cascader-docs';
import { afterTest } from './after-file.ts';

/** A dev server in a test, with everything that it has reported. */
export interface RunningDev {
  server: DevServer;
  /** Address of the site, without a trailing slash. */
  url: string;
  updates: DevUpdate[];
  diagnostics: Diagnostic[];
  /** Internal errors. None are expected. */
  errors: unknown[];
  close(): Promise<void>;
}

/** Starts a dev server for a folder on any free port. The server is closed after the test, or with the tests of the file. */
export async function startDev(root: string, options: DevServerOptions = {}): Promise<RunningDev> {
  const updates: DevUpdate[] = [];
  const diagnostics: Diagnostic[] = [];
  const errors: unknown[] = [];
  const server = await createDevServer({
    root,
    port: 0,
    onUpdate: (update) => updates.push(update),
    onDiagnostics: (found) => diagnostics.push(...found),
    onError: (error) => errors.push(error),
    ...options,
  });
  let isRunning = true;
  const dev: RunningDev = {
    server,
    url: (server.urls[0] ?? '').replace(/\/$/, ''),
    updates,
    diagnostics,
    errors,
    async close() {
      if (!isRunning) return;
      isRunning = false;
      await server.close();
    },
  };
  afterTest(dev.close);
  return dev;
}

/** Resolves with the first value of `look` that is neither undefined nor false. Rejects after `limit` milliseconds. */
export async function waitFor<Value>(
  look: () => Value | Promise<Value>,
  limit = 60_000,
): Promise<Exclude<Value, undefined | false>> {
  const end = performance.now() + limit;
  for (;;) {
    const value = await look();
    if (value !== undefined && value !== false) return value as Exclude<Value, undefined | false>;
    if (performance.now() > end) throw new Error(`Waited ${limit} ms for ${look}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
